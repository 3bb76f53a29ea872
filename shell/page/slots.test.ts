// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { fillSlots } from './slots.ts'

/** Each list and amount comes after its skeleton, here a line. */
const balance = '<hr><div data-slots="0" hidden><b><i data-slot="amount" data-as="coin"></i></b></div>'
const tasks = `<hr>
  <ul data-slots="1.list" data-most="2" data-unless="review_status=2 exec_status=2" hidden><li>
  <b data-slot="title"></b><u><i data-slot="reward" data-as="signedCoin"></i></u></li></ul>`
const task = (title: string, more: object = {}) => ({
  title,
  reward: '12000',
  review_status: 0,
  exec_status: null,
  ...more,
})
const answer = (data: unknown, { status = 200, code = 0 } = {}) =>
  Promise.resolve(new Response(JSON.stringify({ code, data }), { status }))

const lost = Promise.reject(new TypeError('Failed to fetch'))
lost.catch(() => 0)

/** The prerendered screen after the answers came; what is on it. */
async function show(
  answers: readonly Promise<Response>[],
  { html = balance + tasks, token = 'ana', language = 'en' } = {},
) {
  document.documentElement.lang = language
  document.body.innerHTML = `<div id="root"><div data-boot>${html}</div></div>`
  const reads = Object.fromEntries(answers.map((one, at) => [`/app/${at}`, one]))
  Object.assign(window, { adcoinReads: { token: 'ana', language: 'en_US', answers: reads, ready: {} } })
  localStorage.setItem('adcoin.token', token)
  fillSlots()
  await new Promise(done => setTimeout(done, 5))
  const shown = [...document.querySelectorAll('[data-slots]:not([hidden])')]
  return shown.map(element => element.textContent.replace(/\s+/g, ' ').trim())
}

afterEach(() => localStorage.clear())

it('leaves out the items that are shown elsewhere, after those that are not shown at all', async () => {
  const list = [task('Done', { review_status: 2 }), task('Above'), task('First'), task('Second'), task('Third')]
  const html = balance + tasks.replace('data-most', 'data-skip="1" data-most')
  const [, shown] = await show([answer({ amount: '0' }), answer({ list })], { html })
  expect(shown).toMatch(/^First.*Second/)
  expect(shown).not.toMatch(/Third/)
})

it('shows an amount and a list in place of their skeletons, and keeps the answers for React', async () => {
  const list = [task('Done', { review_status: 2 }), task('Lamp'), task('Leafy', { reward: '-5' }), task('Third')]
  expect(await show([answer({ amount: '128450' }), answer({ list })])).toEqual(['1,284.50', 'Lamp+120.00 Leafy−0.05'])
  expect(document.querySelectorAll('hr')).toHaveLength(0)
  const { ready } = (window as unknown as { adcoinReads: { ready: object } }).adcoinReads
  expect(Object.keys(ready)).toEqual(['/app/0', '/app/1'])
})

it.each<[string, Parameters<typeof show>]>([
  ['a refusal', [[answer({ amount: '5' }, { code: 1 })]]],
  ['a status of failure', [[answer({ amount: '5' }, { status: 401 })]]],
  ['no JSON', [[Promise.resolve(new Response('<html>'))]]],
  ['no answer', [[lost]]],
  ['a float', [[answer({ amount: 5.5 })]]],
  ['an amount that is none', [[answer({ amount: '5; drop' })]]],
  ['a path that is missing', [[answer({})]]],
  ['an empty list', [[answer(null), answer({ list: [] })]]],
  ['a list with one wrong item', [[answer(null), answer({ list: [task('Lamp'), { reward: '5' }] })]]],
  ['another person, who signed in meanwhile', [[answer({ amount: '5' })], { token: 'bruno' }]],
])('leaves the skeleton for %s', async (_what, given) => {
  expect(await show(...given)).toEqual([])
  expect(document.querySelectorAll('hr')).toHaveLength(2)
})

it.each(['storage', 'pageshow'])('removes the values when another person has signed in (%s)', async event => {
  const list = [task('Lamp'), task('Leafy')]
  expect(await show([answer({ amount: '128450' }), answer({ list })])).toEqual(['1,284.50', 'Lamp+120.00 Leafy+120.00'])
  dispatchEvent(new Event(event))
  expect(document.querySelectorAll('[data-slots]')).toHaveLength(2)
  localStorage.setItem('adcoin.token', 'bruno')
  dispatchEvent(new Event(event))
  expect(document.getElementById('root')?.textContent.trim()).toBe('')
})

it('writes markup as text', async () => {
  await show([answer(null), answer({ list: [task('<img src=x onerror=alert(1)>')] })])
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelector('li b')?.textContent).toBe('<img src=x onerror=alert(1)>')
})

it('shows no amount while the person hides the balance', async () => {
  localStorage.setItem('adcoin.draft.7.shell.hiddenBalance@1', '{"at":1,"value":true}')
  expect(await show([answer({ amount: '128450' })])).toEqual([])
})

it('leaves a screen alone that the shell has drawn', async () => {
  expect(await show([answer({ amount: '5' })], { html: '' })).toEqual([])
  document.body.innerHTML = `<div id="root"><main>Money ${balance}</main></div>`
  fillSlots()
  await new Promise(done => setTimeout(done, 5))
  expect(document.querySelector('[data-slots]')?.hasAttribute('hidden')).toBe(true)
})

it.each([
  ['en', '−9,007,199,254,740.99', '0.07'],
  ['zh-Hant-TW', '−9,007,199,254,740.99', '0.07'],
  ['hi-IN', '−90,07,19,92,54,740.99', '0.07'],
  ['es-MX', '−9,007,199,254,740.99', '0.07'],
  ['es-ES', '−9.007.199.254.740,99', '0,07'],
  ['pt-PT', '−9 007 199 254 740,99', '0,07'],
])('writes amounts exactly, as the language does: %s', async (language, large, small) => {
  expect(await show([answer({ amount: '-900719925474099' })], { language })).toEqual([large])
  expect(await show([answer({ amount: '7' })], { language })).toEqual([small])
})
