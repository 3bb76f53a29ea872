// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { apiCodes } from '@adcoin/contract'
import { setLanguage } from '@adcoin/i18n'
import { uiTexts } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { renderOfflinePage } from './keep-offline-page.ts'

const money = { amount: '128450', hold: '5000', currency: 'ADC', scale: 2, version: 7 }
const at = new Date('2026-11-22T10:40:00Z')
const style = { getPropertyValue: (name: string) => (name === '--ac-ink' ? 'light-dark(#10201a, #edf3ef)' : '#123456') }
const parsePage = (html: string) => new DOMParser().parseFromString(html, 'text/html')

beforeAll(async () => {
  for (const code of apiCodes) await Promise.all([texts.load(code), uiTexts.load(code)])
})

test.each(apiCodes)(
  'in %s it shows that there is no network, the money that was known last, and since when',
  async code => {
    await setLanguage(code)
    const page = parsePage(renderOfflinePage(style, 'system', { money, at }))
    expect(page.querySelector('h1')?.textContent).toBe(uiTexts.t('offline'))
    const rows = [...page.querySelectorAll('dd')].map(row => row.textContent)
    expect(rows.map(row => row.replace(/[^\d]/g, ''))).toEqual(['128450', '5000'])
    expect(page.body.textContent).toContain('2026')
    expect(page.querySelector('a')?.getAttribute('href')).toBe('')
  },
)

test('it has no script, asks for nothing, and is in the theme and colours of the person', async () => {
  await setLanguage('en_US')
  const html = renderOfflinePage(style, 'dark', { money, at })
  expect(html).not.toMatch(/<script|src=|url\(|\son\w+=/)
  expect(html).toContain('color-scheme:dark;')
  expect(html).toContain('--ac-ink:light-dark(#10201a, #edf3ef)')
  expect(html.length).toBeLessThan(3_000)
})

test('without anybody signed in it has no money', () => {
  expect(parsePage(renderOfflinePage(style, 'light', undefined)).querySelector('dl')).toBeNull()
})

test('a hold of nothing is no line', () => {
  const page = parsePage(renderOfflinePage(style, 'light', { money: { ...money, hold: '0' }, at }))
  expect(page.querySelectorAll('dt')).toHaveLength(1)
})
