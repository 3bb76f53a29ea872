import { apiCodes, type ApiCode } from '@adcoin/contract'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  amountExample,
  decimalOf,
  formatCash,
  formatCoin,
  formatDate,
  formatDuration,
  formatWait,
  formatNumber,
  formatPercent,
  joined,
  parseAmount,
  separatorsOf,
} from './index.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it.each<[ApiCode, string, string]>([
    ['en_US', '1,284.50', '12,345,678.90'],
    ['zh_TW', '1,284.50', '12,345,678.90'],
    ['es_MX', '1,284.50', '12,345,678.90'],
    ['hi_IN', '1,284.50', '1,23,45,678.90'],
    ['pt_PT', '1284,50', '12 345 678,90'],
    ['es_ES', '1284,50', '12.345.678,90'],
  ])('of Ad Coin in %s has two decimals and the separators of the language', (code, small, large) => {
    expect([plain(formatCoin('128450', code)), plain(formatCoin('1234567890', code))]).toEqual([small, large])
  })

  it('is exact beyond what a float can hold, signed, and never loses a leading zero', () => {
    expect(formatCoin('900719925474099', 'en_US')).toBe('9,007,199,254,740.99')
    expect([formatCoin('-5', 'en_US'), formatCoin('0', 'en_US'), formatCoin('7', 'en_US')]).toEqual([
      '-0.05',
      '0.00',
      '0.07',
    ])
    expect([decimalOf('128450', 2), decimalOf('-5', 0), decimalOf('5', 4)]).toEqual(['1284.50', '-5', '0.0005'])
  })

  it('in a currency names it in the way of the language, with the decimals of the currency', () => {
    expect(plain(formatCash({ amount: '1250', currency: 'MXN', scale: 2 }, 'es_MX'))).toBe('$12.50')
    expect(plain(formatCash({ amount: '1250', currency: 'MXN', scale: 2 }, 'en_US'))).toBe('MX$12.50')
    expect(plain(formatCash({ amount: '125000', currency: 'EUR', scale: 2 }, 'pt_PT'))).toBe('1250,00 €')
    expect(plain(formatCash({ amount: '1250', currency: 'TWD', scale: 0 }, 'zh_TW'))).toBe('$1,250')
    expect(formatCash({ amount: '1250', currency: 'ADC', scale: 2 }, 'en_US')).toBe('12.50')
  })

  it('uses Latin digits in all six languages', () => {
    for (const code of apiCodes) expect(formatCoin('1234567890', code)).toMatch(/^[0-9.,\s]+$/)
  })
})

describe('an amount that a person types', () => {
  const read = (text: string, code: ApiCode = 'en_US', scale = 2) => {
    const parsed = parseAmount(text, code, scale)
    return parsed.ok ? parsed.minor : parsed.why
  }

  it.each<[string, ApiCode, string]>([
    ['12.5', 'en_US', '1250'],
    ['12', 'en_US', '1200'],
    ['0.05', 'en_US', '5'],
    [' 12.50 ', 'en_US', '1250'],
    ['1,284.50', 'en_US', '128450'],
    ['1,234,567', 'en_US', '123456700'],
    ['1,5', 'es_ES', '150'],
    ['1,5', 'pt_PT', '150'],
    ['1.284,50', 'es_ES', '128450'],
    ['1 284,50', 'pt_PT', '128450'],
    ['1\u00a0284,50', 'pt_PT', '128450'],
    ['1.234.567', 'es_ES', '123456700'],
    ['१२.५', 'hi_IN', '1250'],
    ['१,२३,४५६.७८', 'hi_IN', '12345678'],
    ['12,34,567', 'hi_IN', '123456700'],
    ['1,234,567', 'hi_IN', '123456700'],
    ['１２．５', 'zh_TW', '1250'],
    ['１２.５', 'zh_TW', '1250'],
    ['\u200e12.5\u200e', 'en_US', '1250'],
    ['12,5', 'en_US', '1250'],
    ['0,1', 'es_MX', '10'],
    ['12.5', 'pt_PT', '1250'],
    ['1.50', 'es_ES', '150'],
    ['12,34', 'hi_IN', '1234'],
    ...apiCodes.flatMap((code): [string, ApiCode, string][] => [
      ['0010.00', code, '1000'],
      ['10.', code, '1000'],
      ['10,', code, '1000'],
      ['.5', code, '50'],
      [',5', code, '50'],
      ['007', code, '700'],
    ]),
  ])('as %j in %s is %s minor units', (text, code, minor) => expect(read(text, code)).toBe(minor))

  it.each<[string, ApiCode, string]>([
    ['', 'en_US', 'empty'],
    ['   ', 'en_US', 'empty'],
    ['0', 'en_US', 'empty'],
    ['0.00', 'en_US', 'empty'],
    ['00', 'en_US', 'empty'],
    ['-0', 'en_US', 'malformed'],
    ['-1', 'en_US', 'malformed'],
    ['−1', 'en_US', 'malformed'],
    ['(5)', 'en_US', 'malformed'],
    ['+5', 'en_US', 'malformed'],
    ['1.005', 'en_US', 'tooManyDecimals'],
    ['1,005', 'es_ES', 'tooManyDecimals'],
    ['1.234', 'es_ES', 'ambiguous'],
    ['1.234', 'pt_PT', 'ambiguous'],
    ['1,234', 'en_US', 'ambiguous'],
    ['1,234', 'hi_IN', 'ambiguous'],
    ['Infinity', 'en_US', 'malformed'],
    ['NaN', 'en_US', 'malformed'],
    ['null', 'en_US', 'malformed'],
    ['true', 'en_US', 'malformed'],
    ['[5]', 'en_US', 'malformed'],
    ['{}', 'en_US', 'malformed'],
    ['0x10', 'en_US', 'malformed'],
    ['1e3', 'en_US', 'malformed'],
    ['0.1+0.2', 'en_US', 'malformed'],
    ['$5', 'en_US', 'malformed'],
    ['5 USD', 'en_US', 'malformed'],
    ['5%', 'en_US', 'malformed'],
    ['5 5', 'en_US', 'malformed'],
    ['1.2.3', 'en_US', 'malformed'],
    ['.', 'en_US', 'malformed'],
    ['1.2.', 'en_US', 'malformed'],
    ['.,5', 'en_US', 'malformed'],
    ['1,2345', 'en_US', 'malformed'],
    ['1,23,4', 'en_US', 'malformed'],
    ['12,34,567', 'en_US', 'malformed'],
    ['<svg onload=alert(1)>', 'en_US', 'malformed'],
    ['9007199254740993', 'en_US', 'tooLarge'],
    ['1' + '0'.repeat(30), 'en_US', 'tooLarge'],
    ['10000000000000', 'en_US', 'tooLarge'],
  ])('as %j in %s is %s', (text, code, why) => expect(read(text, code)).toBe(why))

  it('of a currency without decimals takes none', () => {
    expect([read('12', 'zh_TW', 0), read('12.5', 'zh_TW', 0)]).toEqual(['12', 'tooManyDecimals'])
  })

  it('is read back from the way it is shown, in every language', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.constantFrom(...apiCodes), (minor, code) => {
        expect(read(formatCoin(String(minor), code), code)).toBe(String(minor))
      }),
    )
  })

  it('is never rounded: every digit that was typed is in it, and one decimal too many is refused', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_999_999n }),
        fc.integer({ min: 0, max: 4 }),
        fc.stringMatching(/^[0-9]{0,6}$/),
        fc.constantFrom(...apiCodes),
        (whole, scale, fraction, code) => {
          const text = fraction === '' ? String(whole) : `${whole}${separatorsOf(code).decimal}${fraction}`
          const exact = `${whole}${fraction.padEnd(scale, '0')}`
          expect(read(text, code, scale)).toBe(fraction.length > scale ? 'tooManyDecimals' : exact)
        },
      ),
    )
  })

  it('never throws: each input is a positive amount of the wire or refused', () => {
    const typed = fc.tuple(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.stringMatching(/^[0-9., -]{0,12}$/),
        fc.stringMatching(/^[0-9]{0,16}[.,]?[0-9]{0,3}$/),
      ),
      fc.constantFrom(...apiCodes),
      fc.integer({ min: 0, max: 4 }),
    )
    const all = fc.sample(typed, { numRuns: 1_000, seed: 7 }).map(input => parseAmount(...input))
    const amounts = all.flatMap(parsed => (parsed.ok ? [parsed.minor] : []))
    expect(amounts.filter(minor => !/^[1-9][0-9]{0,14}$/.test(minor))).toEqual([])
    expect(amounts.length, 'amounts among what was typed').toBeGreaterThan(50)
  })

  it('has an example that the language itself reads', () => {
    for (const code of apiCodes) expect(read(amountExample(code), code)).toBe('1250')
    expect(amountExample('es_ES')).toBe('12,50')
  })
})

describe('dates', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')

  it('of a calendar day are that day in every time zone', () => {
    const kept = process.env['TZ']
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC']) {
      process.env['TZ'] = zone
      expect(formatDate('2000-02-29', 'date', 'en_US')).toBe('Feb 29, 2000')
    }
    process.env['TZ'] = kept ?? ''
  })

  it('are written as the language does, and empty for what is no date', () => {
    expect(apiCodes.map(code => plain(formatDate('2026-03-09', 'monthDay', code)))).toEqual([
      'Mar 9',
      '3月9日',
      '9/03',
      '9 मार्च',
      '9 mar',
      '9 mar',
    ])
    expect(formatDate('2026-03-09', 'day', 'es_ES')).toBe('lunes, 9 de marzo')
    expect(apiCodes.map(code => formatDate('2026-03-09', 'weekday', code))).toEqual([
      'Mon',
      '週一',
      'seg',
      'सोम',
      'lun',
      'lun',
    ])
    expect(apiCodes.map(code => formatDate('2026-03-01', 'month', code))).toEqual([
      'March 2026',
      '2026年3月',
      'Março de 2026',
      'मार्च 2026',
      'Marzo de 2026',
      'Marzo de 2026',
    ])
    for (const text of ['', 'yesterday', '2026-13-45', 'null']) expect(formatDate(text, 'date', 'en_US')).toBe('')
  })

  it('near today have names in the language; any other day is written out', () => {
    const at = (days: number, style: 'moment' | 'nearDay', code: ApiCode = 'en_US') => {
      const moment = new Date(now)
      moment.setDate(moment.getDate() + days)
      return plain(formatDate(moment.toISOString(), style, code, now))
    }
    expect([-1, 0].map(days => at(days, 'nearDay'))).toEqual(['Yesterday', 'Today'])
    expect(at(-2, 'nearDay')).toBe('Sunday, March 8')
    expect([0, 1].map(days => at(days, 'moment').replace(/[0-9]+:.*/, '…'))).toEqual(['today, …', 'tomorrow, …'])
    expect(at(2, 'moment')).toMatch(/^Mar 12, 2026, /)
    expect(apiCodes.map(code => at(0, 'nearDay', code))).toEqual(['Today', '今天', 'Hoje', 'आज', 'Hoy', 'Hoy'])
    expect(at(1, 'moment', 'zh_TW')).toMatch(/^明天\S/)
    expect(at(-2, 'nearDay', 'es_MX')).toBe('Domingo, 8 de marzo')
  })

  it('of yesterday and tomorrow are dates in Hindi, which has one word for both', () => {
    const day = 24 * 3600_000
    const format = (days: number, style: 'moment' | 'nearDay') =>
      formatDate(new Date(now + days * day).toISOString(), style, 'hi_IN', now)
    expect([-1, 0, 1].map(days => format(days, 'nearDay'))).toEqual(['सोमवार, 9 मार्च', 'आज', 'बुधवार, 11 मार्च'])
    expect([-1, 1].map(days => format(days, 'moment').replace(/,.*/, ''))).toEqual(['9 मार्च 2026', '11 मार्च 2026'])
  })

  it('sentences are separated by a space, and in Chinese by none', () => {
    expect(joined(['審核中。', '通常在 24 小時內完成。'], 'zh_TW')).toBe('審核中。通常在 24 小時內完成。')
    expect(joined(['Being reviewed.', 'Usually within 24 hours.'], 'en_US')).toBe(
      'Being reviewed. Usually within 24 hours.',
    )
  })

  it('are relative to now, and as dates from a week on', () => {
    const ago = (minutes: number) =>
      formatDate(new Date(now - minutes * 60_000).toISOString(), 'relative', 'en_US', now)
    expect([ago(0.5), ago(5), ago(120), ago(60 * 24), ago(-5)]).toEqual([
      '30 seconds ago',
      '5 minutes ago',
      '2 hours ago',
      'yesterday',
      'in 5 minutes',
    ])
    expect(ago(60 * 24 * 8)).toMatch(/^Mar [12], 2026$/)
  })
})

describe('other numbers', () => {
  it('writes a wait in words of one unit, rounded up', () => {
    const shown = [1, 42, 89, 90, 5399, 5400, 82_342, 129_600].map(seconds => formatWait(seconds, 'en_US'))
    expect(shown).toEqual([
      '1 second',
      '42 seconds',
      '89 seconds',
      '2 minutes',
      '90 minutes',
      '2 hours',
      '23 hours',
      '2 days',
    ])
    expect([formatWait(90, 'hi_IN'), formatWait(90, 'zh_TW'), formatWait(90, 'pt_PT')]).toEqual([
      '2 मिनट',
      '2 分鐘',
      '2 minutos',
    ])
  })

  it('count down in minutes and seconds, never below zero', () => {
    expect([42, 0.2, 0, -5, 725, 3723].map(formatDuration)).toEqual([
      '0:42',
      '0:01',
      '0:00',
      '0:00',
      '12:05',
      '1:02:03',
    ])
  })

  it('are grouped, and shares are percents', () => {
    expect([formatNumber(1234567, 'hi_IN'), formatNumber(1234.56, 'en_US'), formatNumber(1.5, 'es_ES', 1)]).toEqual([
      '12,34,567',
      '1,235',
      '1,5',
    ])
    expect(apiCodes.map(code => plain(formatPercent(0.02, code)))).toEqual(['2%', '2%', '2%', '2%', '2%', '2 %'])
  })
})

it('are written by the Intl of the start, also after a remote has replaced it', () => {
  const replaced = (['NumberFormat', 'DateTimeFormat'] as const).map(name => vi.spyOn(Intl, name))
  expect(formatCash({ amount: '1250', currency: 'MXN', scale: 3 }, 'es_MX')).toBe('$1.250')
  expect(formatDate('2026-03-01', 'monthDay', 'hi_IN')).toBe('1 मार्च')
  for (const each of replaced) expect(each).not.toHaveBeenCalled()
})

it('are written by the prototypes of the start as well', () => {
  const get = vi.fn(() => () => '0')
  for (const { prototype } of [Intl.NumberFormat, Intl.DateTimeFormat])
    vi.spyOn(prototype as unknown as { readonly format: object }, 'format', 'get').mockImplementation(get)
  vi.spyOn(Intl.RelativeTimeFormat.prototype, 'format').mockImplementation(() => '0')
  vi.spyOn(Intl.NumberFormat.prototype, 'formatToParts').mockImplementation(() => [])
  expect(formatCash({ amount: '1250', currency: 'MXN', scale: 4 }, 'es_MX')).toBe('$0.1250')
  expect(formatDate('2026-03-01', 'weekday', 'es_ES')).toBe('dom')
  expect(formatDate('2026-03-01T00:00:00Z', 'relative', 'es_ES', Date.parse('2026-03-01T00:05:00Z'))).toBe(
    'hace 5 minutos',
  )
  expect(separatorsOf('es_ES')).toEqual({ decimal: ',', group: '.' })
  expect(get).not.toHaveBeenCalled()
})
