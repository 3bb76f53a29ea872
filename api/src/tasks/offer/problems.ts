import { UsageProblem } from '../../operators/operators.ts'

/** All problems of a folder, each with its file or field; reported together. */
export class Problems {
  private readonly lines: string[] = []

  /** Returns undefined, so that a reader can return its problem in one line. */
  add(place: string, what: string): undefined {
    this.lines.push(`${place} ${what}`)
    return undefined
  }

  /** @throws UsageProblem with a line for each problem */
  refuse(): never {
    throw new UsageProblem(`The task was not created:\n${this.lines.map(line => `  ${line}`).join('\n')}`)
  }

  refuseOr<Read>(read: Read): Read {
    return this.lines.length > 0 ? this.refuse() : read
  }
}
