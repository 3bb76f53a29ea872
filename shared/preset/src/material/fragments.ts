import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes, type RemoteManifest } from '@adcoin/contract'
import { textAt } from '@adcoin/checks/labels'
import { withParts } from './fragment-parts.ts'
import { checkSlots } from './fragment-slots.ts'
import { numberedSlots } from './slots.ts'

/**
 * Prerenders the remote's static first screens: `<app>/fragments/<page>.html` with places for texts (`{{dotted.key}}`)
 * and parts (`{{skeleton rows 3}}`, `fragment-parts.ts`) becomes one file per language,
 * `fragments/<page>.<api_code>.html`. The page `lanuch` is for the path `/lanuch`.
 *
 * @param folder  absolute path of the workspace
 * @param output  folder of the release's files
 * @param routes  of its manifest: slots name what a route reads (`slots.ts`)
 * @returns `<path>|<api_code>` to file; empty if the remote has no fragments
 * @throws if a text, a read or the value of a slot is missing
 */
export function writeFragments(
  folder: string,
  output: string,
  routes: RemoteManifest['routes'],
): Record<string, string> {
  const source = join(folder, 'fragments')
  if (!existsSync(source)) return {}
  const pages = readdirSync(source).filter(name => name.endsWith('.html'))
  if (pages.length > 0) mkdirSync(join(output, 'fragments'), { recursive: true })
  return Object.fromEntries(
    pages.flatMap(page =>
      apiCodes.map(code => {
        const name = page.replace(/\.html$/, '')
        const file = `fragments/${name}.${code}.html`
        const reads = routes.find(({ path }) => path === `/${name}`)?.reads ?? []
        const texts: unknown = JSON.parse(readFileSync(join(folder, 'locales', `${code}.json`), 'utf8'))
        const html = filled(
          numberedSlots(readFileSync(join(source, page), 'utf8'), reads, `fragments/${page}`),
          texts,
          `fragments/${page} (${code})`,
        )
        checkSlots(html, reads, `fragments/${page}`)
        writeFileSync(join(output, file), html)
        return [`/${name}|${code}`, file] as const
      }),
    ),
  )
}

function filled(html: string, texts: unknown, place: string): string {
  return withParts(html).replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, key: string) => {
    const text = textAt(texts, key)
    if (text === undefined) throw new Error(`${place} names the text "${key}", which is missing`)
    return escaped(text)
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
