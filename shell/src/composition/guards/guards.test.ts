// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startGuards } from './guards.ts'
import { createLateGuards } from './late-guards.ts'
import type { Guards } from './port.ts'
import { watchSharedSheets } from './sheets.ts'

const release = 'remote-team/1.0.0-0a1b2c3d4e5f'
const redraw = vi.fn()
const reports = {
  ...{ failure: vi.fn(), card: vi.fn(), violation: vi.fn(), mounted: vi.fn() },
  log: () => [],
}
let guards: Guards | undefined

beforeEach(() => vi.clearAllMocks())
afterEach(() => {
  guards?.stop()
  document.head.replaceChildren()
})

test('a native function that changed is restored at the next commit, and nothing is named', () => {
  guards = startGuards({ reports, redraw })
  guards.committed(release)
  const { parse } = JSON
  JSON.parse = () => undefined
  guards.committed(release)
  expect(JSON.parse).toBe(parse)
  expect(reports.violation.mock.calls).toEqual([[undefined, 'something changed JSON.parse']])
  expect(guards.repair()).toBe(true)
})

describe('the guards', () => {
  test.each(['first', 'idle', 'never'] as const)('asked for %s are loaded then, and at no other time', async when => {
    const late = createLateGuards({ reports, redraw }, () => when)
    const isLoaded = async () => {
      const { parse } = JSON
      const changed = () => undefined
      JSON.parse = changed
      late.evaluated()
      const isRestored = JSON.parse === parse
      JSON.parse = parse
      return isRestored
    }
    await late.prepare()
    expect(await isLoaded()).toBe(when === 'first')
    late.committed(release)
    await new Promise(done => setTimeout(done, 700))
    expect(await isLoaded()).toBe(when !== 'never')
    late.stop()
  })
})

describe('a shared style sheet', () => {
  function sheet(owner?: string): CSSStyleSheet {
    const style = document.createElement('style')
    style.textContent = 'nav { color: red } main { color: blue } h1 { color: green }'
    if (owner) style.dataset['release'] = owner
    document.head.append(style)
    return style.sheet ?? expect.fail()
  }
  const texts = ({ cssRules }: CSSStyleSheet) => [...cssRules].map(rule => rule.cssText.slice(0, 4))

  test('is restored whatever script did to it', () => {
    const shared = sheet()
    const changed = watchSharedSheets(document)
    const before = texts(shared)
    shared.deleteRule(1)
    shared.insertRule('nav { display: none !important }', 0)
    shared.insertRule('* { opacity: 0 }', shared.cssRules.length)
    shared.disabled = true
    expect(changed()).toEqual(['disabled of a shared style sheet', 'rules of a shared style sheet'])
    expect([texts(shared), shared.disabled]).toEqual([before, false])
    expect(changed()).toEqual([])
    for (let at = 0; at < 3; at++) shared.deleteRule(0)
    expect(changed()).toEqual(['rules of a shared style sheet'])
    expect(texts(shared)).toEqual(before)
  })

  test('of another origin is left alone, because its rules cannot be read', () => {
    const foreign = {
      href: 'http://localhost:41000/styles.css',
      ownerNode: document.createElement('link'),
      get cssRules(): never {
        throw new DOMException('Cannot access rules', 'SecurityError')
      },
    }
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue([foreign] as unknown as StyleSheetList)
    expect(watchSharedSheets(document)()).toEqual([])
  })

  test('that arrives later is known from then on; that of a release is its own', () => {
    const changed = watchSharedSheets(document)
    const [late, own] = [sheet(), sheet(release)]
    expect(changed()).toEqual([])
    late.deleteRule(0)
    own.deleteRule(0)
    expect(changed()).toEqual(['rules of a shared style sheet'])
    expect([late.cssRules.length, own.cssRules.length]).toEqual([3, 2])
  })
})
