import { expect, it } from 'vitest'
import standInPages from './stand-in-pages.ts'

it.each([
  ["import('./page.tsx')", "standingIn(import('./page.tsx'))"],
  [
    'import(/* webpackChunkName: "account" */ \'./login/page.tsx\')',
    'standingIn(import(/* webpackChunkName: "account" */ \'./login/page.tsx\'))',
  ],
  ["import(\n  './page.tsx',\n)", "standingIn(import(\n  './page.tsx',\n))"],
])('%s brings the stand-ins of its components', (before, after) => {
  const written = standInPages(`const page = () => ${before}\n`)
  expect(written).toContain(`const page = () => ${after}\n`)
  expect(written).toMatch(/import \{ standingIn \} from ".*stand-in-module\.ts"\n$/)
})

it.each([
  "import('./events.ts')",
  "import('../locales/en_US.json')",
  "import { Page } from './page.tsx'",
  "import('@adcoin/ui/pages')",
])('%s is no component and stays as it is', source => expect(standInPages(source)).toBe(source))
