import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeRoot } from './apps.ts'
import { generatedFiles } from './generated-files.ts'

/** npm run references: writes the generated pages, and prints which files changed. */
for (const [file, make] of Object.entries(generatedFiles)) {
  const path = join(treeRoot, file)
  const text = make()
  if (text === readFileSync(path, 'utf8')) continue
  writeFileSync(path, text)
  console.info(`written: ${file}`)
}
