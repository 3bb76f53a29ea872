// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { defineDraft } from './draft.ts'

const Sale = v.object({ typed: v.string(), accountId: v.string() })
const sale = { typed: '12.5', accountId: 'p_card' }
const first = defineDraft({ owner: 'wallet', name: 'sell', version: 1, schema: Sale })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe.each([
  ['person', () => localStorage],
  ['tab', () => sessionStorage],
] as const)('a draft kept for the %s', (keep, storage) => {
  const draft = defineDraft({ owner: 'wallet', name: 'sell', version: 1, schema: Sale, keep })
  const onlyKey = () => Object.keys(storage())[0] ?? ''

  it('comes back until it is dropped, part by part', () => {
    expect(draft.read()).toBeUndefined()
    draft.save(sale)
    draft.save({ ...sale, typed: '1' }, 'other')
    expect([draft.read(), draft.read('other'), draft.read('third')]).toEqual([sale, { ...sale, typed: '1' }, undefined])
    draft.drop()
    expect([draft.read(), draft.read('other')?.typed]).toEqual([undefined, '1'])
  })

  it('has owner, name and version in its key', () => {
    draft.save(sale)
    expect(onlyKey()).toMatch(/(^|\.)wallet\.sell@1$/)
  })

  it('of version 1 is not read by version 2, nor the reverse; version 1 finds its own again', () => {
    const second = defineDraft({ owner: 'wallet', name: 'sell', version: 2, schema: Sale, keep })
    draft.save(sale)
    expect(second.read()).toBeUndefined()
    second.save({ ...sale, typed: '7' })
    expect([draft.read()?.typed, second.read()?.typed]).toEqual(['12.5', '7'])
  })

  it('of another owner is another draft', () => {
    draft.save(sale)
    expect(defineDraft({ owner: 'tasks', name: 'sell', version: 1, schema: Sale, keep }).read()).toBeUndefined()
  })

  it('that does not fit the schema is none', () => {
    draft.save(sale)
    const whole = storage().getItem(onlyKey()) ?? ''
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      whole.replace('"12.5"', '12.5'),
      whole.replace('accountId', 'account'),
    ]) {
      storage().setItem(onlyKey(), text)
      expect(draft.read()).toBeUndefined()
    }
  })

  it('holds what the schema names and nothing else', () => {
    draft.save({ ...sale, pay_passwd: 's3cret' } as typeof sale)
    draft.save({ typed: 5 } as never, 'misfit')
    expect(draft.read()).toEqual(sale)
    expect(JSON.stringify(Object.entries(storage()))).not.toMatch(/s3cret|misfit/)
  })

  it('is kept in memory where storage is blocked', () => {
    const name = keep === 'tab' ? 'sessionStorage' : 'localStorage'
    const blocked = vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    draft.save(sale)
    expect(draft.read()).toEqual(sale)
    draft.drop()
    blocked.mockRestore()
  })
})

it('for a person is out of reach of the tab, and the other way round', () => {
  first.save(sale)
  expect(defineDraft({ owner: 'wallet', name: 'sell', version: 1, schema: Sale, keep: 'tab' }).read()).toBeUndefined()
})
