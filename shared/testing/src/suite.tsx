import { apiCodes, type Call, type RemoteManifest } from '@adcoin/contract'
import type { RemoteModule } from '@adcoin/remote'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { offline } from './answer.ts'
import { apiDouble, type ApiDouble } from './api-double.ts'
import { renderRemote } from './render-remote.tsx'

type Suite = {
  readonly remote: RemoteModule
  readonly manifest: Pick<RemoteManifest, 'routes'>
  /** Values of the paths' parameters: `{ ':taskId': 't_1' }`. */
  readonly params?: Readonly<Record<string, string>>
  /** Paths with the call whose failure must offer Retry there. */
  readonly reads: readonly (readonly [path: string, call: Call])[]
}

/**
 * Every remote's test: its manifest and routes agree, each screen is whole in six languages, and a failed read can be
 * retried.
 */
export function describeRemote(name: string, { remote, manifest, params = {}, reads }: Suite): void {
  let api: ApiDouble | undefined
  afterEach(() => api?.end())
  const paths = manifest.routes.map(({ path }) =>
    Object.entries(params).reduce((filled, [name, value]) => filled.replace(name, value), path),
  )

  describe(name, () => {
    it('opens the same paths that its manifest promises', () => {
      expect(remote.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path))
    })

    // Each path and each language at least once: the language files are checked for completeness by tools/checks.
    const count = Math.max(paths.length, apiCodes.length)
    it.each(Array.from({ length: count }, (_, at) => [pickInTurn(paths, at), pickInTurn(apiCodes, at)] as const))(
      'draws %s in %s without a bare key',
      async (path, language) => {
        api = apiDouble()
        const { container } = await renderRemote(remote, { path, language })
        await expect.poll(() => container.querySelector('[role=status][aria-label]')).toBeNull()
        expect(container.querySelector('h1')?.textContent).toBeTruthy()
        expect(container.textContent).not.toMatch(/(?<![\p{L}@/.])[a-z]+[A-Za-z]*(\.[a-z][A-Za-z]+)+(?![\p{L}/])/u)
      },
    )

    it.each(reads)('offers Retry on %s while offline, and shows what arrives afterwards', async (path, call) => {
      api = apiDouble({ [`${call.method} ${call.path}`]: offline() })
      const { user } = await renderRemote(remote, { path })
      const retry = await screen.findAllByRole('button', { name: 'Retry' }, { timeout: 4000 })
      api.answer({ [`${call.method} ${call.path}`]: undefined })
      for (const button of retry) await user.click(button)
      await expect.poll(() => screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    })
  })
}

function pickInTurn<Item extends string>(items: readonly Item[], at: number): Item {
  return items[at % items.length] ?? expect.fail('no items')
}
