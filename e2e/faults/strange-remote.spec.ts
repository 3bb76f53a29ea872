import { obeys } from '../injectors/releases.ts'
import { drawn } from '../product/drawn.ts'
import { startSite, type Site } from '../product/site.ts'
import { makeSomebody, openAs, type Somebody } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'

/** One release of the team's area that does whatever a test wants. */
let site: Site
let somebody: Somebody
let id: string
test.beforeAll(async ({ product }) => {
  const { operator } = await import('../product/operator.ts')
  somebody = await makeSomebody(product.url, operator(product.dataDir))
  site = await startSite(product)
  id = await site.publish('remote-team', obeys)
})
test.afterAll(() => site.stop())

type Fault = readonly [says: string, when: 'onceShown' | 'eachDraw', words: string, report?: string]

/** What is undone on the spot: the area goes on, and the rest of the page never sees it. */
const undone: readonly Fault[] = [
  ['replaces the state of the history', 'onceShown', 'history.replaceState({mine:1},"")'],
  ['stops the page', 'onceShown', 'stop()'],
  [
    'renames and turns the document',
    'onceShown',
    'document.title="Mine";document.documentElement.lang="xx";document.documentElement.dir="rtl"',
    'dir on <html>',
  ],
  [
    'opens a modal dialog outside its place',
    'onceShown',
    'const d=document.createElement("dialog");document.body.append(d);d.showModal()',
    '<dialog> in <body>',
  ],
  ['makes the body inert', 'onceShown', 'document.body.inert=true', 'inert on <body>'],
  ['makes the root inert', 'onceShown', 'document.getElementById("root").inert=true', 'inert on the root'],
  ['hides the root', 'onceShown', 'document.getElementById("root").hidden=true', 'hidden on the root'],
  [
    'covers the page',
    'onceShown',
    'const d=document.createElement("div");d.style.cssText="position:fixed;inset:0;z-index:99999";document.documentElement.append(d)',
    '<div> in <html>',
  ],
  [
    'lays its own heading over the whole page',
    'onceShown',
    'document.querySelector("[data-area=remote-team] h1").style.cssText="position:fixed;inset:-9999px;z-index:99999;background:red"',
  ],
  [
    'adopts a style sheet',
    'onceShown',
    'const s=new CSSStyleSheet();s.replaceSync("main,nav,h1{display:none!important}");document.adoptedStyleSheets=[s]',
    'adopted style sheets',
  ],
  [
    'hides and zooms the body',
    'onceShown',
    'document.body.style.display="none";document.body.style.zoom="3"',
    'style on <body>',
  ],
  ['locks the scroll', 'onceShown', 'document.documentElement.style.overflow="hidden"', 'style on <html>'],
  ['removes the root', 'onceShown', 'document.getElementById("root").remove()', 'the root was taken away'],
  [
    'empties the root',
    'onceShown',
    'document.getElementById("root").replaceChildren()',
    'what stands in the root was taken away',
  ],
  ['opens the document anew', 'onceShown', 'document.open();document.close()', 'document.open()'],
  ['writes a document', 'onceShown', 'document.writeln("mine")', 'document.writeln()'],
  ['takes the body away', 'onceShown', 'document.body.remove()', '<body> was taken away'],
  ['takes the document away', 'onceShown', 'document.documentElement.remove()', '<html> was taken away'],
  ['empties the document', 'onceShown', 'document.documentElement.replaceChildren()', '<body> was taken away'],
  ['empties the head', 'onceShown', 'document.head.replaceChildren()', '<link> was taken away'],
  [
    'throws as it goes away',
    'eachDraw',
    'Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib().useEffect(()=>()=>{throw new Error("mine")},[])',
  ],
  [
    'asks before it lets go',
    'onceShown',
    'addEventListener("beforeunload",e=>{e.preventDefault()})',
    'beforeunload listener',
  ],
  ['floods the console', 'onceShown', 'for(let i=0;i<20000;i++)console.log("flood",i)'],
  [
    'holds the page in long pieces',
    'onceShown',
    'let n=0;const hold=()=>{const end=performance.now()+200;while(performance.now()<end);if(++n<30)setTimeout(hold,20)};hold()',
    'longtask',
  ],
  [
    'fills the storage',
    'onceShown',
    'try{for(let i=0;i<60;i++)localStorage.setItem("mine"+i,"x".repeat(200000))}catch{}',
  ],
  [
    'takes the focus again and again',
    'onceShown',
    'setInterval(()=>document.querySelector("[data-area=remote-team] h1")?.focus(),20)',
  ],
  ['asks 200 times at once', 'onceShown', 'for(let i=0;i<200;i++)fetch("/registry.json?"+i).catch(()=>{})'],
  ['stops every click', 'onceShown', 'addEventListener("click",e=>e.stopPropagation(),true)'],
]
/** Native functions: restored as the next area is opened, and reported without a name. */
const restored: readonly Fault[] = [
  ['breaks JSON.parse', 'onceShown', 'JSON.parse=()=>{throw new Error("mine")}', 'something changed JSON.parse'],
  [
    'breaks Promise',
    'onceShown',
    'window.Promise=class{constructor(){throw new Error("mine")}}',
    'something changed window.Promise',
  ],
  [
    'breaks fetch',
    'onceShown',
    'window.fetch=()=>Promise.reject(new TypeError("mine"))',
    'something changed window.fetch',
  ],
  ['breaks history.pushState', 'onceShown', 'history.pushState=()=>{}', 'something changed history.pushState'],
]
/** What makes it no screen at all: the previous release stands in its place. */
const replaced: readonly Fault[] = [
  ['waits for ever as it is drawn', 'eachDraw', 'throw new Promise(()=>{})', 'nothing of it was drawn'],
  ['throws what cannot be read', 'eachDraw', 'throw {get message(){throw 1},toString(){throw 2}}', 'cannot be read'],
  ['draws itself without end', 'eachDraw', 'throw new Error("Too many re-renders")', 'Too many re-renders'],
]

/** What keeps the page at work, so that nothing else gets its turn. */
const held: Fault = [
  'sets its state in each effect',
  'eachDraw',
  'const r=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib();const [n,set]=r.useState(0);r.useEffect(()=>set(n+1))',
  'never comes to rest',
]

test(`a release that ${held[0]} holds nobody up, and is reported`, async ({ context }) => {
  const { page, reports } = await meet(context, held[1], held[2])
  await expect.poll(() => reports.join('\n'), { timeout: 12_000 }).toContain(held[3])
  await alive(page)
})

for (const [says, when, words, report] of undone) {
  test(`a release that ${says} harms nobody else`, async ({ context }) => {
    const { page, reports } = await meet(context, when, words)
    await alive(page)
    if (report) await expect.poll(() => reports.join('\n')).toContain(report)
    await tab(page, 'Team').click()
    await expect(page.locator(`[data-release="${id}"]`)).toContainText('Team income')
  })
}
for (const [says, when, words, report = ''] of restored) {
  test(`a release that ${says} is restored as the next area is opened, and nothing is blamed`, async ({ context }) => {
    const { page, reports } = await meet(context, when, words)
    await alive(page)
    expect(reports).toEqual([`of another: ${report}`])
    await tab(page, 'Team').click()
    await expect(page.locator(`[data-release="${id}"]`)).toContainText('Team income')
  })
}
for (const [says, when, words, report = ''] of replaced) {
  test(`a release that ${says} is replaced in the same navigation, and at a cold start`, async ({ context }) => {
    const { page, reports } = await meet(context, when, words)
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()
    expect(reports.join('\n')).toContain(report)
    await page.evaluate(() => localStorage.removeItem('adcoin.strikes'))
    await page.reload()
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()
    await alive(page)
  })
}

/** Somebody goes to the team's area, where the release does what it wants. */
async function meet(
  context: Parameters<typeof openAs>[0],
  when: string,
  words: string,
): Promise<{ page: Page; reports: string[] }> {
  // This visit is in the share that runs the page guards.
  await context.addInitScript(() => {
    Math.random = () => 0
  })
  // The names are there before the shell looks: what is new on window later would be reported.
  await context.addInitScript(
    `globalThis.hasBegun = undefined; globalThis.${when} = () => {console.debug("it begins");${words}}`,
  )
  const page = await openAs(context, site.url, somebody, '/money')
  const reports: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/app/health/report'))
      reports.push(
        `${(request.postDataJSON() as { release: string }).release === id ? '' : 'of another: '}${(request.postDataJSON() as { reason: string }).reason}`,
      )
  })
  await drawn(page)
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('guards')))
  // Told by the console: what a fault breaks may be what asking the page needs.
  const begins = when === 'onceShown' ? page.waitForEvent('console', said => said.text() === 'it begins') : undefined
  await tab(page, 'Team').click()
  await expect(page).toHaveURL(/\/team$/)
  await begins
  // What is undone as the next area is opened must have been done.
  await page.waitForTimeout(400)
  return { page, reports }
}

/** The other areas, the tab bar, help and the way back work, and the document is the shell's. */
async function alive(page: Page): Promise<void> {
  await tab(page, 'Money').click()
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  await expect(page).toHaveURL(/\/money$/)
  await expect(page).toHaveTitle(/Money/i)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tab(page, 'Tasks').click()
  await expect(page).toHaveTitle(/Tasks/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  expect(
    await page.evaluate(() => [
      document.documentElement.lang,
      document.documentElement.dir,
      getComputedStyle(document.documentElement).overflow,
    ]),
  ).toEqual(['en', '', 'visible'])
}

function tab(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}
