// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sharedTexts } from '../texts.ts'
import { useCopy } from './copy-and-save.ts'

const showToast = vi.hoisted(() => vi.fn())
vi.mock('../host.tsx', () => ({ useHost: () => ({ showToast }) }))

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
  document.getSelection()?.removeAllRanges()
})

async function copy(html: string, text: string) {
  await sharedTexts.load('en_US')
  document.body.innerHTML = html
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
  await renderHook(() => useCopy()).result.current(text)
  expect(showToast).toHaveBeenLastCalledWith('Copy failed', 'bad')
  return String(document.getSelection())
}

it.each([
  ['<main><p>Your code <b>ANA2026</b></p></main>', 'what is written alone'],
  ['<main><section><p><span> ANA2026 </span></p></section></main>', 'what stands inside'],
])('a copy that fails selects %s (%s)', async html => expect((await copy(html, 'ANA2026')).trim()).toBe('ANA2026'))

it('selects the sentence around a text, and nothing if it is not shown', async () => {
  expect(await copy('<main><p>Code ANA2026, for friends</p></main>', 'ANA2026')).toBe('Code ANA2026, for friends')
  expect(await copy('<main><p>Nothing of it</p></main>', 'ANA2026')).toBe('')
})

it('selects the field that holds it', async () => {
  await copy('<main><p>ANA2026</p><input value="ANA2026"></main>', 'ANA2026')
  const field = document.querySelector('input')
  expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, 7])
})
