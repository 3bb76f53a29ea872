import { runRelease } from './run-release.ts'

const { code, text } = await runRelease(process.argv.slice(2))
console.log(text)
process.exitCode = code
