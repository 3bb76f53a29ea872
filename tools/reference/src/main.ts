import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './apps.ts'
import { written } from './written.ts'

/** npm run references: writes the generated pages, and prints which files changed. */
for (const [file, make] of Object.entries(written)) {
  const path = join(root, file)
  const text = make()
  if (text === readFileSync(path, 'utf8')) continue
  writeFileSync(path, text)
  console.info(`written: ${file}`)
}
