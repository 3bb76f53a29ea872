import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'

/** Hash of `.oxlintrc.json`, by which `npm run check` judges the sources of this repository's apps: 8 hex digits. */
export function rulesVersion(): string {
  return createHash('sha256')
    .update(readFileSync(join(repositoryRoot, '.oxlintrc.json')))
    .digest('hex')
    .slice(0, 8)
}
