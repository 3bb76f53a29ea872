import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One folder for all that this process and those it starts put into the system's temporary folder: a whole run of the
 * tests leaves a thousand folders there, half a gigabyte.
 *
 * @returns what takes it away
 */
export function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-tests-'))
  // As open as the system's own: PostgreSQL and apt write there as users of their own.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
