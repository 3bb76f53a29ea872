import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { applyRenames, renamedExports } from './codemods.ts'

const rename = (text: string) => applyRenames(text, 'page.tsx', [{ module: '@adcoin/ui', from: 'Old', to: 'New' }])

describe('a renamed export is renamed in the sources of a team', () => {
  it.each([
    [
      'where it is imported, called and drawn',
      "import { Old, type Other } from '@adcoin/ui'\nconst page = <Old Old={1}><Old.Part /></Old>\nOld(page.Old)\n",
      "import { New, type Other } from '@adcoin/ui'\nconst page = <New Old={1}><New.Part /></New>\nNew(page.Old)\n",
    ],
    [
      'where the file has another name for it',
      "import { Old as Mine } from '@adcoin/ui'\nMine(Old)\n",
      "import { New as Mine } from '@adcoin/ui'\nMine(Old)\n",
    ],
    ['where it is passed on', "export { Old } from '@adcoin/ui'\n", "export { New as Old } from '@adcoin/ui'\n"],
    [
      'where it is a shorthand or passed on later',
      "import { Old } from '@adcoin/ui'\nconst all = { Old }\nexport { Old }\n",
      "import { New } from '@adcoin/ui'\nconst all = { Old: New }\nexport { New as Old }\n",
    ],
    [
      'under its old name where that is declared again',
      "import { Old } from '@adcoin/ui'\nconst one = (Old: string) => Old\nOld()\n",
      "import { New as Old } from '@adcoin/ui'\nconst one = (Old: string) => Old\nOld()\n",
    ],
    [
      'under its old name where the new one is taken',
      "import { Old } from '@adcoin/ui'\nconst { New } = load()\nOld(New)\n",
      "import { New as Old } from '@adcoin/ui'\nconst { New } = load()\nOld(New)\n",
    ],
    [
      'nowhere if another package has it',
      "import { Old } from './ui.ts'\nOld()\n",
      "import { Old } from './ui.ts'\nOld()\n",
    ],
    [
      'after letters outside ASCII, and twice as once',
      "import { Old } from '@adcoin/ui'\nsay('हिन्दी 🎉', Old)\n",
      "import { New } from '@adcoin/ui'\nsay('हिन्दी 🎉', New)\n",
    ],
  ])('%s', (_, before, after) => {
    expect(rename(before)).toBe(after)
    expect(rename(after)).toBe(after)
  })
})

it('a repository made before 2026-11-28 gets the present names of its build and its tests', () => {
  const configuration =
    "import { defineRemote } from '@adcoin/preset'\n\nexport default defineRemote(import.meta.dirname)\n"
  expect(applyRenames(configuration, 'rspack.config.ts')).toBe(
    configuration.replaceAll('defineRemote', 'createRemoteConfig'),
  )
  const tests = "import { vitestPreset } from '@adcoin/checks/vitest'\n\nexport default vitestPreset()\n"
  expect(applyRenames(tests, 'vitest.config.ts')).toBe(tests.replaceAll('vitestPreset', 'createVitestPreset'))
})

it.each(renamedExports)('$module exports $to', ({ module, to }) => {
  const source = readFileSync(createRequire(import.meta.url).resolve(module), 'utf8')
  expect(source).toMatch(new RegExp(`export (?:function |.*\\{.*)\\b${to}\\b`))
})
