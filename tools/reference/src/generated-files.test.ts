import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { events } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { treeRoot } from './apps.ts'
import { allVariables } from './pages/configuration.ts'
import { formatEventsPage } from './pages/events.ts'
import { generatedFiles } from './generated-files.ts'

it.each(Object.entries(generatedFiles))(
  '%s is what `npm run references` writes; run it where this fails',
  (file, make) => {
    expect(readFileSync(join(treeRoot, file), 'utf8')).toBe(make())
  },
)

it('an event has name, version, meaning, readers, shape and replay on its page', () => {
  const lines = formatEventsPage().split('\n')
  expect(lines).toContain(
    '| `tasks.rewardPaid@1` | A task passed review and its reward was posted to the ledger. ' +
      '| For remotes that show money. | shell, wallet ' +
      '| `{ assignmentId: string; reward: { amount: string; currency: string; scale: number } }` |',
  )
  expect(lines.find(line => line.startsWith('| `wallet.balanceChanged@1`'))).toContain('receives the last one')
  expect(lines.filter(line => line.startsWith('| `'))).toHaveLength(Object.keys(events).length)
})

it.each(Object.entries(events))(
  '%s is named owner.pastTense, has one sentence, and carries no secret',
  (name, { meaning, payload }) => {
    expect(name).toMatch(/^[a-z]{2,20}\.[a-z][A-Za-z]+(ed|Paid|Bound)$/)
    expect(meaning).toMatch(/^[A-Z].+\.$/)
    expect(JSON.stringify(payload)).not.toMatch(/passw|token|authorized|verify_code/i)
  },
)

describe('the variables of the environment', () => {
  const known = new Set(allVariables.flatMap(([, variables]) => Object.keys(variables)))
  /** Set by the system or by npm, for every program. */
  const systems = new Set(['HOME', 'PATH', 'npm_execpath', 'npm_lifecycle_event'])

  it.each(allVariables)('%s: each has a sentence, and a default among its values', (_, variables) => {
    for (const [name, { meaning, values, default: fallback }] of Object.entries(variables)) {
      expect(meaning, name).toMatch(/^\S.{9,}\.$/)
      if (values && fallback !== undefined) expect(values, name).toContain(fallback)
    }
  })

  it('are all in a table: no program reads another one', () => {
    const sources = globSync('{api,e2e,ops,release,shell,remote-*,shared/*,tools/*}/**/*.{ts,tsx,mjs}', {
      cwd: treeRoot,
      exclude: path => /(^|\/)(node_modules|dist|fixtures)(\/|$)/.test(path),
    }).filter(file => !/\.test\.tsx?$|(^|\/)(tests|testing)\//.test(file))
    const unknown = sources.flatMap(file => {
      const text = readFileSync(join(treeRoot, file), 'utf8')
      const direct = [...text.matchAll(/process\.env(?:\.|\[')([A-Za-z0-9_]+)/g)].map(([, name = '']) => name)
      const taken = [...text.matchAll(/\{([^{}]*)\} = process\.env(?![\w.[])/g)].flatMap(([, names = '']) =>
        names.split(',').map(name => name.trim().split(/[:= ]/)[0] ?? ''),
      )
      return [...direct, ...taken]
        .filter(name => name !== '' && !name.startsWith('...') && !known.has(name) && !systems.has(name))
        .map(name => `${file}: ${name}`)
    })
    expect(unknown.join('\n')).toBe('')
  })
})
