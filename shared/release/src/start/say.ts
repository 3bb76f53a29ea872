/** Something that a person can put right: one sentence, exit code 1, nothing damaged. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Progress lines and where the time went. */
export type StartProgress = {
  say(line: string): void
  /** Runs a step and remembers how long it took. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** One line per step, in the order in which they ended, and the whole. */
  timings(): readonly string[]
}

/** @param beganAt  epoch ms at which the command began, before this process */
export function progress(beganAt: number, write: (line: string) => void = line => console.log(line)): StartProgress {
  const steps: { name: string; ms: number }[] = []
  return {
    say: write,
    async step(name, work) {
      const began = performance.now()
      try {
        return await work()
      } finally {
        steps.push({ name, ms: performance.now() - began })
      }
    },
    timings: () =>
      [...steps, { name: 'the whole start', ms: Date.now() - beganAt }].map(
        ({ name, ms }) => `${(ms / 1000).toFixed(2).padStart(7)} s  ${name}`,
      ),
  }
}
