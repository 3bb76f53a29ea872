import { compose } from '../src/compose/compose.ts'
import { buildLive } from '../src/compose/live.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { signAs } from '../src/signing/signature.ts'

/** Puts the live page in place as an earlier compose would have made it, well signed. */
export async function composeAsBefore(context: ReleaseContext, files: Map<string, Buffer>): Promise<void> {
  const { number, live, change, releases } = await readLiveState(context)
  if (!live || !change) throw new Error('nothing is live')
  const earlier = await compose(buildLive(live, releases), change, releases, {
    fragments: [{ path: '/lanuch', language: 'en_US', html: '<h1>As it was made before</h1>' }],
    sheets: [],
  })
  earlier.set(
    'files.sig',
    await signAs(context.ring, 'ops', 'live', String(number), earlier.get('files.json') ?? Buffer.alloc(0)),
  )
  for (const [path, bytes] of earlier) files.set(`live/${number}/${path}`, bytes)
}
