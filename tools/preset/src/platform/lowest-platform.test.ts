import { describe, expect, it, test } from 'vitest'
import { findLowestPlatform } from './lowest-platform.ts'
import type { Platform } from './platform.ts'

const platform: Platform = {
  version: '1.9.0',
  names: {
    '@adcoin/ui': { Button: { since: '1.2.0', shape: '' }, Hint: { since: '1.10.0', shape: '' } },
    icons: { home: { since: '1.0.0', shape: '' }, rocket: { since: '1.8.0', shape: '' } },
    libraries: { react: { since: '1.1.0', shape: '19.3.1' } },
  },
}
const lowest = (text: string, icons: readonly string[] = []) =>
  findLowestPlatform([{ file: 'page.ts', text }], icons, platform)

describe('the lowest platform that a remote lives with', () => {
  it.each([
    ['has the libraries', "import { useState } from 'react'", '1.1.0'],
    ['has what it imports by name', "import { Button } from '@adcoin/ui'", '1.2.0'],
    ['has the newest of these, by number', "import {\n  Button as B,\n  Hint,\n} from '@adcoin/ui'", '1.10.0'],
    ['has what it passes on', 'export { Button } from "@adcoin/ui"', '1.2.0'],
    [
      'need not have types',
      "import type { Hint } from '@adcoin/ui'\nimport { type Hint as H } from '@adcoin/ui'",
      '1.1.0',
    ],
    ['need not have what comes from elsewhere', "import { Hint } from './hint.ts'", '1.1.0'],
    ['is the newest where it takes a whole module', "import * as ui from '@adcoin/ui'", '1.9.0'],
    ['is the newest where it passes on a whole module', "export * from '@adcoin/ui'", '1.9.0'],
    ['is the newest where it loads a whole module', "const ui = await import('@adcoin/ui')", '1.9.0'],
  ])('%s', (_, text, version) => expect(lowest(text)).toBe(version))

  it('draws the icons of its tabs', () => expect(lowest('', ['home', 'rocket'])).toBe('1.8.0'))

  test.each([
    ["import { Gone } from '@adcoin/ui'", 'home', '@adcoin/ui: Gone'],
    ['', 'bell', 'icons: bell'],
  ])('is none for a name that the platform does not have: %s %s', (text, icon, name) =>
    expect(() => lowest(text, [icon])).toThrow(`the platform has no ${name}`),
  )
})
