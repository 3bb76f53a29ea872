// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPage, type PageKeeper } from './page.ts'

let root: HTMLElement
let keeper: PageKeeper
let lines: string[]
const soon = () => new Promise(done => setTimeout(done))

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><main>Screen</main></div>'
  root = document.body.querySelector('div') ?? document.body
  lines = []
  keeper = keepPage(document, root, (what, release) => lines.push(release === undefined ? what : `${release}: ${what}`))
})
afterEach(() => keeper.stop())

test('what a remote sets on the page is taken off again, and the shell keeps its own', async () => {
  document.documentElement.lang = 'pt'
  document.documentElement.dataset['theme'] = 'dark'
  await soon()
  expect(lines).toEqual([])
  document.body.setAttribute('inert', '')
  root.hidden = true
  document.documentElement.style.overflow = 'hidden'
  await soon()
  expect([
    document.body.hasAttribute('inert'),
    root.hidden,
    document.documentElement.style.overflow,
    document.documentElement.lang,
  ]).toEqual([false, false, '', 'pt'])
  expect(lines.toSorted()).toEqual(['hidden on the root', 'inert on <body>', 'style on <html>'])
})

test('a root that was taken away or emptied comes back as it was', async () => {
  const screen = root.firstElementChild
  root.remove()
  await soon()
  expect(root.isConnected).toBe(true)
  root.replaceChildren()
  await soon()
  expect(root.firstElementChild).toBe(screen)
  expect(lines).toEqual(['the root was taken away', 'what stands in the root was taken away'])
})

test('what the shell and the browser put beside the root stays; what a release puts there goes, with its name', async () => {
  document.body.append(document.createElement('aside'))
  const { stack } = new Error()
  const prepareStack = Error.prepareStackTrace
  Error.prepareStackTrace = () => 'at https://x/releases/remote-team/1.0.0-0a1b2c3d/a.js:1:1'
  document.body.append(document.createElement('dialog'))
  Error.prepareStackTrace = prepareStack
  expect(stack).not.toContain('releases')
  await soon()
  expect([...document.body.children].map(({ localName }) => localName)).toEqual(['div', 'aside'])
  expect(lines).toEqual(['remote-team/1.0.0-0a1b2c3d: <dialog> in <body>'])
})

test('a person who changes it again each time does not hang the page', async () => {
  let turns = 0
  const stubborn = new MutationObserver(() => {
    turns++
    if (!document.body.hasAttribute('inert')) document.body.setAttribute('inert', '')
  })
  stubborn.observe(document.body, { attributes: true })
  document.body.setAttribute('inert', '')
  await soon()
  stubborn.disconnect()
  expect(turns).toBeGreaterThan(2)
  expect(turns).toBeLessThan(300)
})
