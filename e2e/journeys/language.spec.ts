import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { rootFolder } from '../product/product.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findSkeleton } from '../product/screen-parts.ts'

const languages = [
  { code: 'zh_TW', tag: /^zh/ },
  { code: 'pt_PT', tag: /^pt/ },
  { code: 'hi_IN', tag: /^hi/ },
  { code: 'es_MX', tag: /^es/ },
  { code: 'es_ES', tag: /^es/ },
  { code: 'en_US', tag: /^en/ },
] as const
/** Every screen of the shell, and one of each remote. */
const screens = ['/help', '/faq', '/language', '/nowhere', '/cardAdd', '/taskList', '/team', '/personalSetting']
const packages = ['shell', ...globSync('remote-*', { cwd: rootFolder }), 'shared/ui', 'shared/remote']

let somebody: TestAccount
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
})

test(
  'a switch keeps a half-filled form and reaches page, title, form and the next call',
  { tag: '@core' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/cardAdd')
    const other = await openAs(context, product.url, somebody, '/language')
    for (const each of [page, other]) await waitUntilDrawn(each)
    await page.locator('input[name=holder_name]').fill('Ana Souza')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const titles = new Set<string>()
    for (const { code, tag } of languages) {
      const pending = page.waitForRequest(
        request => request.url().includes('/app/') && request.headers()['lang'] === code,
      )
      await other.locator(`input[type=radio][value=${code}]`).check()
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      await expect(page, code).toHaveTitle(new RegExp(readTitle('remote-wallet', code, 'cardAdd')))
      await pending
      await expect(page.locator('input[name=holder_name]'), code).toHaveValue('Ana Souza')
      titles.add(await page.title())
    }
    expect(titles.size).toBeGreaterThanOrEqual(5)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  },
)

test('no screen shows a bare key, and no English is left in the other five languages', async ({ context, product }) => {
  // 48 pages are loaded.
  test.slow()
  const page = await openAs(context, product.url, somebody, '/healthz')
  const [english, keys] = [textsOf('en_US'), keysOf('en_US')]
  expect(english.size).toBeGreaterThan(400)
  const seenInEnglish = new Set<string>()
  const left: string[] = []
  for (const code of ['en_US', ...languages.map(each => each.code).filter(each => each !== 'en_US')]) {
    await page.evaluate(chosen => localStorage.setItem('adcoin.language', chosen), code)
    const own = textsOf(code)
    for (const path of screens) {
      await page.goto(product.url + path)
      await waitUntilDrawn(page)
      await expect(findSkeleton(page)).toHaveCount(0)
      for (const text of await readWords(page)) {
        if (keys.has(text)) left.push(`${code} ${path}: the bare key ${text}`)
        if (code === 'en_US') seenInEnglish.add(text)
        // A text of ours that is English and is no text of this language: equal ones stand on the allow-lists of the
        // packages.
        else if (english.has(text) && !own.has(text)) left.push(`${code} ${path}: "${text}"`)
      }
    }
  }
  // The comparison sees what it compares: in English many of the very same texts are on the screens.
  expect([...seenInEnglish].filter(text => english.has(text)).length).toBeGreaterThan(60)
  expect(left).toEqual([])
})

test('back and forward keep path, title, position and typed text on shell and remote screens', async ({
  context,
  product,
}) => {
  const page = await openAs(context, product.url, somebody, '/home')
  await page.setViewportSize({ width: 390, height: 460 })
  for (const path of ['/faq', '/home', '/cardAdd', '/team', '/personalSetting']) {
    await page.goto(product.url + path)
    await waitUntilDrawn(page)
    await expect(findSkeleton(page)).toHaveCount(0)
    if (path === '/cardAdd') await page.locator('input[name=holder_name]').fill('Ana Souza')
    await page.evaluate(() => scrollTo(0, 120))
    await expect.poll(async () => (await readLocation(page)).scroll).toBeGreaterThan(0)
    const before = await readLocation(page)
    await go(page, '/tradingList')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    await page.goBack()
    await expect.poll(() => readLocation(page), path).toEqual(before)
    if (path === '/cardAdd') await expect(page.locator('input[name=holder_name]')).toHaveValue('Ana Souza')
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    await expect(page).toHaveTitle('Transactions · Ad Coin')
    await expect(page).toHaveURL(/\/tradingList$/)
  }
})

const readLocation = async (page: Page) => ({
  path: new URL(page.url()).pathname,
  title: await page.title(),
  scroll: await page.evaluate(() => Math.round(scrollY)),
})

/** To another screen without a reload, as a link would. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({ key: Math.random().toString(36).slice(2) }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Every text that can be read or is read out: text nodes, labels, placeholders. */
function readWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, template, noscript')) found.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(element.getAttribute(name) ?? '')
    return found.map(text => text.replace(/\s+/g, ' ').trim()).filter(text => text.length > 1)
  })
}

function flattenTexts(value: unknown, path = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value.replace(/\s+/g, ' ').trim()]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => flattenTexts(inner, path ? `${path}.${name}` : name))
    : []
}

function listEntries(code: string): [key: string, text: string][] {
  return packages.flatMap(name =>
    flattenTexts(JSON.parse(readFileSync(join(rootFolder, name, `locales/${code}.json`), 'utf8'))),
  )
}

const textsOf = (code: string) => new Set(listEntries(code).map(([, text]) => text))
const keysOf = (code: string) =>
  new Set(
    listEntries(code)
      .map(([key]) => key)
      .filter(key => key.includes('.')),
  )

function readTitle(name: string, code: string, title: string): string {
  const text = flattenTexts(JSON.parse(readFileSync(join(rootFolder, name, `locales/${code}.json`), 'utf8'))).find(
    ([key]) => key === `titles.${title}`,
  )?.[1]
  if (!text) throw new Error(`${name} has no titles.${title} in ${code}`)
  return text
}
