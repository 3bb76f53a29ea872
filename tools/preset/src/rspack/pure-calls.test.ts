import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { runRspack } from '../bundles/run-rspack.ts'
import { createBaseConfig } from './base.ts'
import markPureCalls from './pure-calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-pure-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an app that uses one call carries that call and no other of the same file', async () => {
  const entry = join(folder, 'app.ts')
  writeFileSync(
    entry,
    `import { loginEmail } from ${JSON.stringify(join(repositoryRoot, 'shared/contract/src/index.ts'))}\nconsole.log(loginEmail)\n`,
  )
  const base = createBaseConfig({ folder, uniqueName: 'app', output: join(folder, 'dist') })
  await runRspack({ ...base, entry, resolve: { ...base.resolve, modules: [join(repositoryRoot, 'node_modules')] } })
  const written = readdirSync(join(folder, 'dist'))
    .filter(file => file.endsWith('.js'))
    .map(file => readFileSync(join(folder, 'dist', file), 'utf8'))
    .join('')
  expect(written.match(/\/app\/[a-z_/]+/g)).toEqual(['/app/user/login/email'])
  expect(written).not.toContain('link_invalid')
})

test('declarations of several lines end where the next begins', () => {
  expect(markPureCalls('const a = v.object({\n  b: v.string(),\n})\n/** Next. */\nexport const c = 1\n')).toBe(
    'const a = /*#__PURE__*/(() => (v.object({\n  b: v.string(),\n})\n))()\n/** Next. */\nexport const c = 1\n',
  )
})

test('functions and plain values stay as they are', () => {
  const source = 'export function f() {\n  return v.string()\n}\nconst g = (a: string) => v.literal(a)\nconst n = 50\n'
  expect(markPureCalls(source)).toBe(source)
})
