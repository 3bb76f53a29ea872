import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFunction } from './source-function.ts'

const mostLines = 60
const spec = /\.spec\.tsx?$/
/** Tables of answers and stories of a test may be longer, with a reason; product code may not. */
const mayBeLong = /^e2e\/|^shared\/testing\/|\/tests\//

/** Functions that are too long to grasp. Functions inside a long one are part of it. */
export function lengthProblems({ file, functions }: SourceFile): readonly Problem[] {
  if (isTest(file) || spec.test(file)) return []
  const long = functions.filter(({ lines }) => lines > mostLines)
  return long
    .filter(each => !(each.saysWhyLong && mayBeLong.test(file)) && !long.some(other => isInside(each, other)))
    .map(({ name, line, lines }) => ({
      file,
      line,
      rule: 'longFunction',
      message: `${name} has ${lines} lines; ${mostLines} are the most. Split it.`,
    }))
}

function isInside(inner: SourceFunction, outer: SourceFunction): boolean {
  return inner !== outer && outer.line <= inner.line && inner.line + inner.lines <= outer.line + outer.lines
}
