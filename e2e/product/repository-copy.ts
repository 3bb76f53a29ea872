import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyRepository } from '@adcoin/checks/copied-repository'

const run = promisify(execFile)

export type RepositoryCopy = ReturnType<typeof createRepositoryCopy>

/** A copy of the repository to work in: edits, new files and builds there touch nothing here. */
export function createRepositoryCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-copy-'))
  const root = join(folder, 'adcoin')
  copyRepository(root)
  return {
    root,
    /** Runs a file of the copy as its npm scripts do. @param dataDir  the data folder of a product */
    async run(dataDir: string, ...words: readonly string[]): Promise<string> {
      const { stdout } = await run(process.execPath, ['tools/checks/bin/run.mjs', ...words], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
      })
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
