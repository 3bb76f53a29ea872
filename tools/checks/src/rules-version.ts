import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'

const lint = join(import.meta.dirname, 'lint')

/** Hash of the rules by which `npm run check` judges the sources of this repository's apps: 8 hex digits. */
export function hashRules(): string {
  const hash = createHash('sha256')
  const rules = readdirSync(lint)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  for (const file of [join(repositoryRoot, '.oxlintrc.json'), ...rules.map(each => join(lint, each))])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}
