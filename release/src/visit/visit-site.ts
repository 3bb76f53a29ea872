import { buildReleaseKey } from '@adcoin/contract'
import { buildFormerRegistry } from '../compose/former-registry.ts'
import { buildLive, type LiveChoice } from '../compose/live.ts'
import { composePage } from '../compose/page.ts'
import { findMimeType } from '../files/files.ts'
import { readAddress } from '../gateway/addresses.ts'
import { buildSecurityHeaders } from '../gateway/headers.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import type { Releases } from '../releases/releases.ts'
import { layout, type Store } from '../store/store.ts'
import { createSampleAnswer } from './sample-answer.ts'

/** A failure that the shell of the page reports. */
type Report = { readonly app: string; readonly phase: string; readonly reason: string; readonly path?: string } & {
  readonly outcome?: 'card'
}
type Answer = { status: number; contentType: string; headers: Record<string, string>; body: string | Buffer }

/** The page as it would be live, for one visit. */
export type VisitSite = {
  /** `/releases/remote-team/1.0.0-0a1b2c3d4e5f/`, the files of the tried release. */
  readonly folder: string
  readonly reports: Report[]
  /** The calls of the page, `GET /app/…?…`. */
  readonly calls: string[]
  answer(method: string, address: string, body: string | null): Promise<Answer>
}

/**
 * Composes the page that would go live. Samples of the contract answer its calls; no call reaches a service. The
 * visited release has no previous one in it, so no fallback replaces it.
 */
export async function createVisitSite(
  store: Store,
  next: LiveChoice,
  releases: Releases,
  { release, files }: PackedRelease,
): Promise<() => VisitSite> {
  const known = new Map([...releases, [buildReleaseKey(release.app, release.id), release]])
  const folder = `${layout.release(release.app, release.id)}/`
  const live = buildLive(
    { ...next, apps: { ...next.apps, [release.app]: { active: release.id, previous: [] } } },
    known,
  )
  const shown = Object.values(live.apps).flatMap(({ routes }) => routes.map(({ path }) => path))
  const page = await composePage(live, known, { fragments: [], sheets: [] }, { file: 'index.html', shown })
  const data = { live, registry: buildFormerRegistry(live) }
  const headers = buildSecurityHeaders('')
  const read = (path: string) => (path.startsWith(folder) ? files.get(path.slice(folder.length)) : store.read(path))

  return () => {
    const [reports, calls]: [Report[], string[]] = [[], []]
    async function answer(method: string, address: string, body: string | null): Promise<Answer> {
      const { pathname, search } = new URL(address)
      const found = readAddress(pathname, ['/app/', '/files/'])
      const createAnswer = (
        contentType: string,
        text: string | Buffer,
        more: Readonly<Record<string, string>>,
      ): Answer => {
        return { status: 200, contentType, headers: { ...more }, body: text }
      }
      if (found.kind === 'page') return createAnswer('text/html; charset=utf-8', page, headers.page)
      if (found.kind === 'live' || found.kind === 'registry')
        return createAnswer('application/json', JSON.stringify(data[found.kind]), headers.data)
      if (found.kind === 'service') {
        if (pathname === '/app/health/report') reports.push(JSON.parse(body ?? '') as Report)
        else calls.push(`${method} ${pathname}${search}`)
        const data = createSampleAnswer(`${method} ${pathname}`)
        return createAnswer('application/json', JSON.stringify({ code: 0, msg: '', data }), headers.data)
      }
      const bytes = found.kind === 'release' ? await read(found.path) : undefined
      if (bytes) return createAnswer(findMimeType(pathname) ?? 'text/plain', bytes, headers.release)
      return { ...createAnswer('text/plain', 'not found', headers.data), status: 404 }
    }
    return { folder: `/${folder}`, reports, calls, answer }
  }
}
