import { historyOf } from '../../operations/status.ts'
import type { CommandAnswer, CommandInput } from '../command-line.ts'

/**
 * changelog <app>: the reasons that were given for each release, newest first. Rolled back releases are marked: readers
 * want to know what is live.
 */
export async function run({ open, app }: CommandInput): Promise<CommandAnswer> {
  const entries = (await historyOf(await open(), Number.MAX_SAFE_INTEGER)).flatMap(
    ({ changes, created, action, by, why }) =>
      changes
        .filter(change => change.app === app)
        .map(({ from, to }) => ({ release: to ?? null, from: from ?? null, created, action, by, why })),
  )
  const lines = entries.map(({ release, from, created, action, by, why }) => {
    const what =
      action === 'publish' || action === 'promote' ? release : `${action}: ${from} -> ${release ?? 'nothing'}`
    return [`## ${what} (${created.slice(0, 10)})`, '', `${why || 'No reason was given.'} (${by})`, ''].join('\n')
  })
  return {
    data: { app, entries },
    lines: [`# ${app}`, '', ...(lines.length > 0 ? lines : ['It was never live.'])],
  }
}
