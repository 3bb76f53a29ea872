import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFunction } from './source-function.ts'

const mostLines = 60
const spec = /\.spec\.tsx?$/

/**
 * Functions that are too long to grasp, without a reason for their length. Functions inside a long one are part of it.
 */
export function lengthProblems({ file, functions }: SourceFile): readonly Problem[] {
  if (isTest(file) || spec.test(file)) return []
  const long = functions.filter(({ lines }) => lines > mostLines)
  return long
    .filter(each => !each.saysWhyLong && !long.some(other => isInside(each, other)))
    .map(({ name, line, lines }) => ({
      file,
      line,
      rule: 'longFunction',
      message: `${name} has ${lines} lines; ${mostLines} are the most. Split it, or begin a line of the comment directly above it with "Long because" and a reason.`,
    }))
}

function isInside(inner: SourceFunction, outer: SourceFunction): boolean {
  return inner !== outer && outer.line <= inner.line && inner.line + inner.lines <= outer.line + outer.lines
}
