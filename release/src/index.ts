export { createCanaryHearing, judge, type Verdict } from './canary/judge.ts'
export { openReleaseContext, type ReleaseContext } from './operations/release-context.ts'
export { signAs } from './signing/signature.ts'
export { withCompressedSiblings } from './files/files.ts'
