import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PageRegistry, Registry } from '@adcoin/contract'
import * as v from 'valibot'
import { sha256, sha384 } from '../files/files.ts'
import { createGateway } from '../gateway/gateway.ts'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import { readPage, type PageParts } from './page-parts.ts'
import type { ReleaseContext } from './site.ts'

export type BrowserCheck = { readonly files: number; readonly problems: readonly ReleaseRefusal[] }

/** As many files on their way at a time as a browser has over HTTP/1.1. */
const atOnce = 6
const remedy = 'Look at `verify`; `rollback` brings the release before back.'

/**
 * Checks the live site from outside, as a browser would: fetches the page from a gateway of its own, applies its script
 * policy, fetches every file of page and registry, and compares each with its hash in the page.
 *
 * @param generation  the one that must be live
 */
export async function seenByBrowser(
  { store, ring }: Pick<ReleaseContext, 'store' | 'ring'>,
  generation: number,
): Promise<BrowserCheck> {
  const gateway = createGateway({ store, ring: async () => ring, service: () => undefined })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  try {
    const answer = await fetch(`${address}/`)
    const html = await answer.text()
    if (!answer.ok) return { files: 0, problems: [refuse('seen', '/', `the page answers ${answer.status}`, remedy)] }
    const page = readPage(html)
    const whole: unknown = await fetch(`${address}/registry.json`).then(
      registry => registry.json(),
      () => undefined,
    )
    const wanted = [...wantedBy(page, whole)]
    const found = await inTurns(wanted, each => fileProblem(address, ...each))
    return {
      files: wanted.length,
      problems: [
        ...blockedScripts(page),
        ...registryProblems('/', PageRegistry, page.registry, generation),
        ...registryProblems('/registry.json', Registry, whole, generation),
        ...found,
      ],
    }
  } finally {
    gateway.closeAllConnections()
    await new Promise(closed => gateway.close(closed))
  }
}

/** Inline scripts that the policy blocks. */
function blockedScripts({ policy, inlineScripts }: PageParts): readonly ReleaseRefusal[] {
  return inlineScripts
    .filter(text => !policy.includes(`'${sha256(text)}'`))
    .map(text => refuse('seen', '/', `the page's policy blocks its own script "${text.slice(0, 40)}…"`, remedy))
}

/** Registry problems: unreadable for the shell, or of another generation. */
function registryProblems(
  place: string,
  schema: typeof Registry | typeof PageRegistry,
  registry: unknown,
  generation: number,
): readonly ReleaseRefusal[] {
  const parsed = v.safeParse(schema, registry)
  if (!parsed.success) return [refuse('seen', place, 'the registry does not fit its schema', remedy)]
  const found = parsed.output.generation
  return found === generation
    ? []
    : [refuse('seen', place, `the registry is of generation ${found}, not ${generation}`, remedy)]
}

/**
 * Every file of the page, its import map and the registry, with its hash if there is one. The page's hash has priority,
 * as in a browser.
 */
function wantedBy({ files, importMap }: PageParts, registry: unknown): ReadonlyMap<string, string | undefined> {
  const wanted = new Map<string, string | undefined>([...files, ...Object.entries(importMap)])
  const parsed = v.safeParse(Registry, registry)
  for (const { active } of Object.values(parsed.success ? parsed.output.apps : {})) {
    const named = [active.entry, ...active.styles, ...Object.values(active.locales), ...Object.values(active.preload)]
    for (const file of named.flat()) {
      const path = `${active.path}/${file}`
      wanted.set(path, wanted.get(path) ?? active.integrity[file])
    }
  }
  return wanted
}

async function fileProblem(
  address: string,
  path: string,
  integrity: string | undefined,
): Promise<readonly ReleaseRefusal[]> {
  const answer = await fetch(address + path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) return [refuse('seen', path, `it answers ${answer.status}`, remedy)]
  const isAsSaid = integrity === undefined || integrity === sha256(bytes) || integrity === sha384(bytes)
  return isAsSaid ? [] : [refuse('seen', path, 'it is not the file that the page says', remedy)]
}

async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly ReleaseRefusal[]>,
): Promise<readonly ReleaseRefusal[]> {
  const waiting = [...items]
  const found: ReleaseRefusal[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) found.push(...(await work(item)))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found
}
