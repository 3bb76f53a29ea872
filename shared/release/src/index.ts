export { createHearing, judge, type Verdict } from './canary/judge.ts'
export { openSite, type ReleaseContext } from './operations/site.ts'
export { signAs } from './signing/signature.ts'
export { withCompressedSiblings } from './files/files.ts'
