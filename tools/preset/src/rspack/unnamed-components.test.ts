import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { runRspack } from '../bundles/run-rspack.ts'
import { createBaseConfig } from './base.ts'
import removeComponentNames from './unnamed-components.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-router-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the page has nothing of React Router that it does not use: forms, data, framework links', async () => {
  const entry = join(folder, 'app.ts')
  writeFileSync(
    entry,
    `import * as router from ${JSON.stringify(join(repositoryRoot, 'shared/router/src/index.ts'))}\nObject.assign(globalThis, router)\n`,
  )
  const base = createBaseConfig({ folder, uniqueName: 'app', output: join(folder, 'dist') })
  await runRspack({
    ...base,
    entry,
    resolve: { ...base.resolve, modules: ['node_modules', join(repositoryRoot, 'node_modules')] },
  })
  const written = readdirSync(join(folder, 'dist'))
    .filter(file => file.endsWith('.js'))
    .map(file => readFileSync(join(folder, 'dist', file), 'utf8'))
    .join('')
  expect(written).toContain('useRoutes() may be used only')
  expect(written).not.toMatch(/<Form>|modulepreload|Error loading route module/)
})

test('only names for devtools and the mark of purity change', () => {
  expect(
    removeComponentNames(
      'var Link = React10.forwardRef(\n  function () {}\n);\nLink.displayName = "Link";\nlet kept = Link.displayName;\n',
    ),
  ).toBe('var Link = /*#__PURE__*/ React10.forwardRef(\n  function () {}\n);\n\nlet kept = Link.displayName;\n')
})
