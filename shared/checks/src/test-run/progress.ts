/** A reporter's message at the end of a suite: one line on the standard output of its process. */
export type SuiteEnded = {
  readonly done: number
  readonly total: number
  readonly suite: string
  readonly failures: readonly string[]
}

const mark = '@suite '

/** The line in which a reporter announces the end of a suite. */
export function suiteLine(ended: SuiteEnded): string {
  return `${mark}${JSON.stringify(ended)}`
}

/**
 * Reads those lines, and prints the progress: each failure at once, and every few seconds how far it is.
 *
 * @returns takes each line of the process
 */
export function progress(
  say: (line: string) => void,
  everyMs = 10_000,
  now: () => number = () => performance.now(),
): (line: string) => void {
  let reportedAt = now()
  return line => {
    if (!line.startsWith(mark)) return
    const { done, total, suite, failures }: SuiteEnded = JSON.parse(line.slice(mark.length))
    for (const failure of failures) say(`FAILED ${failure}`)
    if (now() - reportedAt < everyMs && done < total) return
    reportedAt = now()
    say(`${done} of ${total}, last ${suite}`)
  }
}

/** Other output of a process: a line for each suite would push an error out of its last lines. */
export function withoutSuites(output: string): string {
  const lines = output.split('\n').filter(line => !line.startsWith(mark))
  return lines.join('\n').trim()
}
