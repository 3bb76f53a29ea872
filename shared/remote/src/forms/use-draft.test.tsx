// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { defineDraft } from '../pages/draft.ts'
import { useDraft, type DraftForm } from './use-draft.ts'

type Values = { username: string; agreed: boolean; password: string }

/** A form as react-hook-form offers it. */
function formOf(values: Values): DraftForm<Values> & { type(changes: Partial<Values>): void } {
  const callbacks = new Set<(state: { values: Values }) => void>()
  let current = values
  return {
    getValues: () => current,
    reset: next => {
      current = next
    },
    subscribe({ callback }) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    type(changes) {
      current = { ...current, ...changes }
      for (const callback of callbacks) callback({ values: current })
    },
  }
}
const Kept = v.object({ username: v.string(), agreed: v.boolean() })
const bind = defineDraft({ owner: 'sample', name: 'bind', version: 1, schema: Kept })
const card = defineDraft({ owner: 'sample', name: 'card', version: 1, schema: Kept })
const empty: Values = { username: '', agreed: false, password: '' }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('what was typed is there again in the next form of the same draft', () => {
  const first = formOf(empty)
  renderHook(() => useDraft(bind, first))
  first.type({ username: 'ana', agreed: true })
  cleanup()
  const second = formOf(empty)
  renderHook(() => useDraft(bind, second))
  expect(second.getValues()).toEqual({ username: 'ana', agreed: true, password: '' })
})

test('another draft has its own, and so has each part', () => {
  const first = formOf(empty)
  renderHook(() => useDraft(bind, first))
  first.type({ username: 'ana' })
  const second = formOf(empty)
  renderHook(() => useDraft(card, second))
  renderHook(() => useDraft(bind, second, 'part'))
  expect(second.getValues()).toEqual(empty)
})

test('passwords never reach the storage', () => {
  const form = formOf(empty)
  renderHook(() => useDraft(bind, form))
  form.type({ username: 'ana', password: 'secret-1' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret-1')
})

test('a form that has done its work leaves nothing behind', () => {
  const form = formOf(empty)
  const { result } = renderHook(() => useDraft(bind, form))
  form.type({ username: 'ana' })
  result.current()
  const second = formOf(empty)
  renderHook(() => useDraft(bind, second))
  expect(second.getValues()).toEqual(empty)
})

test('what no longer fits is left out, and the form begins as it is', () => {
  const old = formOf({ ...empty, agreed: 'yes' as never })
  renderHook(() => useDraft(defineDraft({ owner: 'sample', name: 'bind', version: 1, schema: v.any() }), old))
  old.type({ username: 'bo' })
  cleanup()
  const form = formOf(empty)
  renderHook(() => useDraft(bind, form))
  expect(form.getValues()).toEqual(empty)
})
