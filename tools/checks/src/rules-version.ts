import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'

const lint = join(import.meta.dirname, 'lint')
const files = [join(repositoryRoot, '.oxlintrc.json'), join(lint, 'layers.ts'), join(lint, 'plugin.ts')]

/** Hash of the rules by which `npm run check` judges the sources of this repository's apps: 8 hex digits. */
export function hashRules(): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}
