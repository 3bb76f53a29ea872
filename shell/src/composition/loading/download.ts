import { reasonOf, type FailurePhase } from '../reports.ts'
import { LoadFailure } from './release.ts'

/** A remote's entry holds container and module; ours are about 10 KB. Source: security.md 5.4. */
export const entryCap = 256 * 1024
/** Chunks, styles and texts. */
export const fileCap = 2 * 1024 * 1024

export type Download = {
  url: string
  /** `sha256-…` or `sha384-…` of the registry; without it a script or a style is refused. */
  integrity: string | undefined
  /** The browser itself compares the bytes as it uses them, so that nothing is hashed here. */
  isTrusted: boolean
  /** Data files are checked by the code that reads them; here they only come into the cache. */
  kind: 'script' | 'style' | 'data'
  /** The failure phase of this file, unless it stalled or was changed. */
  phase: FailurePhase
  capBytes: number
  /** Called whenever bytes arrive. */
  onProgress: () => void
  signal: AbortSignal
}

const contentTypes = {
  script: /^(text|application)\/javascript\b/,
  style: /^text\/css\b/,
  data: /^application\/json\b/,
}

/**
 * Brings a file into the browser's cache, and checks its bytes before anything is evaluated unless the browser will.
 * Older browsers remember a failed `import()` of a URL for the life of the page, so nothing is imported that has not
 * arrived. A cache would give wrong bytes again and again: they are asked for once more past it, which mends it.
 *
 * @returns whether the cached file was refetched
 * @throws LoadFailure  with the file's phase, or 'integrity' where the bytes are not the published ones
 */
export async function download(file: Download): Promise<boolean> {
  if (!file.integrity && file.kind !== 'data')
    throw new LoadFailure('integrity', `no hash in the registry for ${nameOf(file.url)}`)
  try {
    await bring(file, 'default')
    return false
  } catch (thrown) {
    if (!(thrown instanceof WrongBytes)) throw thrown
    await bring(file, 'reload')
    return true
  }
}

/** An answer came, and it is not the published file. */
class WrongBytes extends LoadFailure {}

async function bring(file: Download, cache: RequestCache): Promise<void> {
  const answer = await answerOf(file, cache)
  // `Retry-After` of the server is not awaited.
  if (!answer.ok)
    throw new LoadFailure(file.phase, `${answer.status} for ${nameOf(file.url)}`, !answer.headers.has('retry-after'))
  const type = answer.headers.get('content-type') ?? 'none'
  if (!contentTypes[file.kind].test(type)) throw new WrongBytes(file.phase, `mime ${type} for ${nameOf(file.url)}`)
  const bytes = await bodyOf(answer, file)
  if (file.integrity && !file.isTrusted && !(await isPublished(bytes, file)))
    throw new WrongBytes('integrity', `${nameOf(file.url)} differs from what was published`)
}

async function answerOf(file: Download, cache: RequestCache): Promise<Response> {
  const answer = await fetch(file.url, {
    // Data as the page's boot script asks for it, so that the browser takes what is on its way already.
    credentials: file.kind === 'data' ? 'same-origin' : 'omit',
    redirect: 'error',
    cache,
    signal: file.signal,
  }).catch((thrown: unknown) => notArrived(LoadFailure, thrown, file))
  file.onProgress()
  return answer
}

/** A body that breaks off may be one that cannot be unpacked, because a byte of it is wrong. */
async function bodyOf(answer: Response, file: Download): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = answer.body?.getReader()
  const next = () => reader?.read().catch((thrown: unknown) => notArrived(WrongBytes, thrown, file))
  for (let part = await next(); part && !part.done; part = await next()) {
    file.onProgress()
    length += part.value.length
    if (length > file.capBytes) {
      void reader?.cancel()
      throw new LoadFailure(file.phase, `${nameOf(file.url)} is larger than ${file.capBytes} bytes`)
    }
    chunks.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function notArrived(Failure: typeof LoadFailure, thrown: unknown, { url, phase, signal }: Download): never {
  if (signal.aborted) throw thrown
  throw new Failure(phase, `${nameOf(url)} did not arrive: ${reasonOf(thrown)}`, Failure === LoadFailure)
}

async function isPublished(bytes: Uint8Array<ArrayBuffer>, file: Download): Promise<boolean> {
  // Only secure contexts have crypto.subtle; on a plain-http address of a local network the browser checks a second,
  // cached read.
  if (!globalThis.crypto?.subtle)
    return fetch(file.url, { integrity: file.integrity ?? '', cache: 'force-cache', signal: file.signal }).then(
      () => true,
      () => false,
    )
  const algorithm = file.integrity?.startsWith('sha256-') ? 'sha256' : 'sha384'
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), bytes))
  return file.integrity === `${algorithm}-${btoa(String.fromCharCode(...digest))}`
}

function nameOf(url: string): string {
  return url.split('/').slice(-2).join('/')
}
