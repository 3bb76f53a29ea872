import { sentence } from '../../refusal.ts'
import { verifyLive } from '../../operations/verify.ts'
import type { CommandAnswer, CommandInput } from '../command-line.ts'

/** verify: every signature, every byte and every rule of what is live. */
export async function run({ open }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const result = await verifyLive(site)
  const head = `Generation ${result.generation}: ${result.releases} releases, ${result.files} files: ${result.ok ? 'all as signed' : `${result.problems.length} problems`}`
  return { data: result, lines: [head, ...result.problems.map(each => `  ${sentence(each)}`)], isBad: !result.ok }
}
