import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './apps.ts'
import { written } from './written.ts'

/** npm run references: writes the generated pages, and prints which files changed. */
for (const [file, make] of Object.entries(written)) {
  const path = join(root, file)
  const text = make()
  if (text === textOf(path)) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.info(`written: ${file}`)
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
