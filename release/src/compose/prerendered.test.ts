import { expect, it } from 'vitest'
import type { Live } from '@adcoin/contract'
import { putInFrame, extractTemplates } from './prerendered.ts'

const of = (...drawn: readonly (readonly [path: string, language: string, html: string])[]) =>
  extractTemplates(drawn.map(([path, language, html]) => ({ path, language, html })))

it('draws a screen once for languages that differ in its texts alone, as a browser reads them', () => {
  expect(
    of(
      ['/login', 'en_US', '<h1 class="a">Hi</h1><a href="/x" aria-label="Back"\n  >A &amp; B</a><p>2000+</p>'],
      ['/login', 'hi_IN', '<h1 class="a">नमस्ते</h1><a href="/x" aria-label="वापस"\n  >&#39;क&#39;</a><p>2000+</p>'],
    ),
  ).toEqual({
    templates: [
      '<template data-path="/login" data-language="en_US hi_IN"><h1 class="a">{}</h1><a href="/x" aria-label="{}">{}</a><p>2000+</p></template>',
    ],
    texts: { '/login': { en_US: ['Hi', 'Back', 'A & B'], hi_IN: ['नमस्ते', 'वापस', "'क'"] } },
  })
})

it('keeps drawings apart that differ in more', () => {
  expect(of(['/a', 'en_US', '<p>a</p>'], ['/a', 'pt_PT', '<p>b<br></p>'])).toEqual({
    templates: [
      '<template data-path="/a" data-language="en_US"><p>a</p></template>',
      '<template data-path="/a" data-language="pt_PT"><p>b<br></p></template>',
    ],
    texts: {},
  })
})

it('puts the frame around a screen; that of a tab has the live tabs in order and the language', () => {
  const tab = (path: string, icon: string, order: number) => ({ path, icon, order, labels: { hi_IN: `<${icon}>` } })
  const tabs = [tab('/money', 'gift', 20), tab('/home', 'home', 10)]
  const live = { apps: { 'remote-tasks': { tabs } } } as unknown as Live
  const language = 'hi_IN'
  const html =
    '<div><nav class="b"><a class="ac-tab" href="/frame#home"><i></i><span></span></a></nav><p class="ac-desk__column"></p></div>'
  const screens = ['/home', '/lanuch'].map(path => ({ path, language, html: '<h1>$&</h1>' }))
  expect(putInFrame(screens, [{ path: '/frame', language, html }], live).map(screen => screen.html)).toEqual([
    '<div><nav class="b"><a class="ac-tab" href="/home" aria-current="page"><i></i><span>&lt;home></span></a>' +
      '<a class="ac-tab" href="/money"><span>&lt;gift></span></a></nav><p class="ac-desk__column"><h1>$&</h1></p></div>',
    '<div><p class="ac-desk__column"><h1>$&</h1></p></div>',
  ])
  expect(putInFrame(screens, [], live)).toEqual(screens)
})

it('takes what looks like a place for a text', () => {
  expect(of(['/a', 'en_US', '<p title="{}">{}</p>'], ['/a', 'pt_PT', '<p title="{}">b</p>']).texts).toEqual({
    '/a': { en_US: ['{}', '{}'], pt_PT: ['{}', 'b'] },
  })
})

it('keeps an empty value, a quote in a text and spaces between words', () => {
  const html = '<img alt="" width="1"><p> say "a"  b </p>'
  expect(of(['/a', 'en_US', html]).templates[0]).toContain(html)
})
