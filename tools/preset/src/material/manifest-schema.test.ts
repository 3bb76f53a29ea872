import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { formatManifestSchema } from './manifest-schema.ts'

const folder = join(repositoryRoot, 'tools', 'preset')

test('the schema for editors equals the contract’s (npm run manifest-schema -w tools/preset)', () => {
  const file = readFileSync(join(folder, 'remote.schema.json'), 'utf8')
  expect(JSON.parse(file)).toEqual(JSON.parse(formatManifestSchema()))
  expect(JSON.parse(file)).toMatchObject({
    required: ['name', 'routes', 'events'],
    additionalProperties: false,
    properties: { name: { pattern: '^remote-[a-z][a-z0-9-]{1,30}$' }, routes: { minItems: 1, maxItems: 40 } },
  })
})
