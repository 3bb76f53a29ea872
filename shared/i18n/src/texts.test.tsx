// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTexts, setLanguage, useLanguage, type TextLoaders } from './index.ts'
import { i18n } from './instance.ts'

const english = {
  title: 'Money',
  nested: { hello: 'Hello {{name}}' },
  days_one: '{{count}} day',
  days_other: '{{count}} days',
}
type Texts = typeof english
const spanish = {
  title: 'Dinero',
  nested: { hello: 'Hola {{name}}' },
  days_one: '{{count}} día',
  days_other: '{{count}} días',
}
const chinese = { title: '金錢', nested: { hello: '你好 {{name}}' }, days_other: '{{count}} 天' }

function loaders(changes: Partial<TextLoaders<Texts>> = {}): TextLoaders<Texts> {
  const file = (texts: object) => async () => ({ default: texts as Texts })
  return {
    en_US: file(english),
    zh_TW: file(chinese),
    pt_PT: file(spanish),
    hi_IN: file(english),
    es_MX: file(spanish),
    es_ES: file(spanish),
    ...changes,
  }
}

let made = 0
const newTexts = (changes?: Partial<TextLoaders<Texts>>) => createTexts<Texts>(`space${++made}`, loaders(changes))

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await act(() => setLanguage('en_US'))
})

describe('texts of a namespace', () => {
  it('gives a text in the current language, with its values', async () => {
    const texts = newTexts()
    await texts.load('en_US')
    expect(texts.t('title')).toBe('Money')
    expect(texts.t('nested.hello', { name: 'Ana' })).toBe('Hello Ana')
  })

  it('chooses the plural form of the language, and "other" where the file has no such form', async () => {
    const texts = newTexts()
    await texts.load('en_US')
    expect([texts.t('days', { count: 1 }), texts.t('days', { count: 2 })]).toEqual(['1 day', '2 days'])
    await texts.load('es_MX')
    await setLanguage('es_MX')
    expect(texts.t('days', { count: 1_000_000 })).toBe('1000000 días')
    await texts.load('zh_TW')
    await setLanguage('zh_TW')
    expect(texts.t('days', { count: 1 })).toBe('1 天')
  })

  it('shows nothing rather than a key for a text that is not there', async () => {
    const texts = newTexts()
    expect(texts.t('title')).toBe('')
    await texts.load('en_US')
    expect(texts.find('titles.nowhere')).toBeUndefined()
    expect(texts.find('nested.hello', { name: 'Ana' })).toBe('Hello Ana')
  })

  it('uses English for a failed file, keeps the language, and fetches it at the next load', async () => {
    const es_ES = vi
      .fn()
      .mockRejectedValueOnce(new Error('404'))
      .mockRejectedValueOnce(new Error('404'))
      .mockResolvedValue({ default: spanish })
    const texts = newTexts({ es_ES })
    expect(await texts.load('es_ES')).toBe('Error: 404')
    await setLanguage('es_ES')
    expect(texts.t('title')).toBe('Money')
    expect(i18n.language).toBe('es-ES')
    expect(await texts.load('es_ES')).toBeUndefined()
    expect(texts.t('title')).toBe('Dinero')
    await texts.load('es_ES')
    expect(es_ES).toHaveBeenCalledTimes(3)
  })

  it('throws when English fails too: a screen without words is none', async () => {
    const rejectOffline = () => Promise.reject(new Error('offline'))
    const texts = newTexts({ en_US: rejectOffline, es_ES: rejectOffline })
    await expect(texts.load('es_ES')).rejects.toThrow('offline')
    expect(texts.t('title')).toBe('')
  })

  it('uses the loaded language, where English fails too', async () => {
    const rejectOffline = () => Promise.reject(new Error('offline'))
    const texts = newTexts({ en_US: rejectOffline, zh_TW: rejectOffline })
    await texts.load('es_ES')
    await setLanguage('es_ES')
    await setLanguage('zh_TW')
    expect(i18n.language).toBe('zh-TW')
    expect(texts.t('title')).toBe('Dinero')
  })

  describe('asks again on a mounted screen', () => {
    beforeEach(() => vi.useFakeTimers())
    /** Fails so often, then brings the Spanish words. */
    const failing = (times: number) => {
      let requestCount = 0
      return vi.fn(async () => {
        if (requestCount++ < times) throw new Error('offline')
        return { default: spanish as Texts }
      })
    }

    it('after 2 s, then twice as long each time, until the words are there', async () => {
      const es_ES = failing(2)
      const texts = newTexts({ es_ES })
      await setLanguage('es_ES')
      await texts.load('es_ES')
      expect(texts.t('title')).toBe('Money')
      await vi.advanceTimersByTimeAsync(2_000)
      expect(texts.t('title')).toBe('Money')
      await vi.advanceTimersByTimeAsync(3_999)
      expect(texts.t('title')).toBe('Money')
      await vi.advanceTimersByTimeAsync(1)
      expect(texts.t('title')).toBe('Dinero')
      await vi.advanceTimersByTimeAsync(600_000)
      expect(es_ES).toHaveBeenCalledTimes(3)
    })

    it('as soon as the browser is online, however long it was not', async () => {
      const es_ES = failing(6)
      const texts = newTexts({ es_ES, en_US: failing(6) })
      await setLanguage('es_ES')
      await expect(texts.load('es_ES')).rejects.toThrow('offline')
      await vi.advanceTimersByTimeAsync(600_000)
      expect(es_ES).toHaveBeenCalledTimes(6)
      expect(texts.t('title')).toBe('')
      globalThis.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(0)
      expect(texts.t('title')).toBe('Dinero')
    })

    it('not for a language that is no longer shown', async () => {
      const es_ES = failing(9)
      const texts = newTexts({ es_ES })
      await setLanguage('es_ES')
      await texts.load('es_ES')
      await setLanguage('en_US')
      await vi.advanceTimersByTimeAsync(600_000)
      expect(es_ES).toHaveBeenCalledTimes(1)
    })
  })
})

describe('texts that were published as data', () => {
  const integrity = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
  const createPublishedTexts = () =>
    newTexts({ es_ES: async () => ({ file: '/releases/x/locale.es_ES.json', integrity }) as never })
  const answers = (...bodies: readonly (string | number)[]) => {
    const ask = vi.fn<typeof fetch>()
    for (const body of bodies)
      ask.mockResolvedValueOnce(typeof body === 'number' ? new Response('', { status: body }) : new Response(body))
    vi.stubGlobal('fetch', ask)
    return ask
  }
  afterEach(() => vi.unstubAllGlobals())

  it('are asked for with their hash, which the browser compares', async () => {
    const ask = answers(JSON.stringify(spanish))
    const texts = createPublishedTexts()
    expect(await texts.load('es_ES')).toBeUndefined()
    await setLanguage('es_ES')
    expect(texts.t('nested.hello', { name: 'Ana' })).toBe('Hola Ana')
    expect(ask).toHaveBeenCalledWith(
      '/releases/x/locale.es_ES.json',
      expect.objectContaining({ integrity, redirect: 'error' }),
    )
    await texts.load('es_ES')
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['are not there', 404, 'Error: 404'],
    ['are no JSON', '<!doctype html>', 'SyntaxError'],
    ['hold a number', '{"title":1}', 'holds something that is no text'],
    ['are a list', '["Dinero"]', 'holds something that is no text'],
    ['are a text', '"Dinero"', 'holds something that is no text'],
  ])('that %s are English, and asked for again at the next load', async (_what, body, why) => {
    await setLanguage('es_ES')
    answers(body, JSON.stringify(spanish))
    const texts = createPublishedTexts()
    expect(await texts.load('es_ES')).toContain(why)
    expect(texts.t('title')).toBe('Money')
    expect(await texts.load('es_ES')).toBeUndefined()
    expect(texts.t('title')).toBe('Dinero')
  })
})

describe('a change of language', () => {
  it('waits for every namespace and then switches all of them in one render', async () => {
    let arrive: (file: { default: Texts }) => void = () => {}
    const slow = newTexts({ es_MX: () => new Promise(resolve => (arrive = resolve)) })
    const fast = newTexts()
    await Promise.all([slow.load('en_US'), fast.load('en_US')])
    const seen = new Set<string>()
    function Both() {
      const [one, two] = [slow.useT(), fast.useT()]
      const output = `${one('title')}/${two('title')}/${useLanguage()}`
      seen.add(output)
      return <p>{output}</p>
    }
    render(<Both />)
    const switching = setLanguage('es_MX')
    await act(async () => {})
    expect(screen.getByText('Money/Money/en_US')).toBeTruthy()
    await act(async () => {
      arrive({ default: spanish })
      await switching
    })
    expect(screen.getByText('Dinero/Dinero/es_MX')).toBeTruthy()
    expect([...seen]).toEqual(['Money/Money/en_US', 'Dinero/Dinero/es_MX'])
  })

  it('ends in the language that was chosen last, though an earlier one arrives later', async () => {
    let arrive: (file: { default: Texts }) => void = () => {}
    const texts = newTexts({ es_MX: () => new Promise(resolve => (arrive = resolve)) })
    await texts.load('en_US')
    const first = setLanguage('es_MX')
    const second = setLanguage('zh_TW')
    await second
    arrive({ default: spanish })
    await first
    expect(i18n.language).toBe('zh-TW')
  })

  it('gives a component another function only when its own words have changed', async () => {
    const [mine, other] = [newTexts(), newTexts()]
    await mine.load('en_US')
    const given = new Set<unknown>()
    function Remembering() {
      given.add(mine.useT())
      return null
    }
    const { rerender } = render(<Remembering />)
    await act(() => other.load('en_US'))
    rerender(<Remembering />)
    expect(given.size).toBe(1)
    await act(() => setLanguage('zh_TW'))
    expect(given.size).toBe(2)
  })

  it('paints a namespace that arrives after the screen', async () => {
    const texts = newTexts()
    function Late() {
      return <p>text: {texts.useT()('title')}</p>
    }
    render(<Late />)
    await act(() => texts.load('en_US'))
    expect(screen.getByText('text: Money')).toBeTruthy()
  })
})
