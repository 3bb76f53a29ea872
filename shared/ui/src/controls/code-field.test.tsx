// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CodeField } from './code-field.tsx'

function Form({ onComplete, start = '' }: { onComplete?: (code: string) => void; start?: string }) {
  const [code, setCode] = useState(start)
  return (
    <CodeField
      label="Code"
      value={code}
      onChange={setCode}
      onComplete={onComplete}
      error={code === '0000' ? 'That code is not right.' : undefined}
    />
  )
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
const boxes = () => [...document.querySelectorAll('[aria-hidden]')].map(box => box.textContent)

afterEach(cleanup)

describe('the code field', () => {
  it('is one input that the phone can fill from the message', () => {
    render(<Form />)
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    expect(input().autocomplete).toBe('one-time-code')
    expect(input().inputMode).toBe('numeric')
  })

  it('is focused on mount unless another field has the focus', () => {
    const { unmount } = render(<CodeField label="Code" value="" onChange={() => {}} autoFocus />)
    expect(document.activeElement).toBe(input())
    unmount()
    const form = (isSent: boolean) => (
      <>
        <input aria-label="Password" type="password" />
        {isSent && <CodeField label="Code" value="" onChange={() => {}} autoFocus />}
      </>
    )
    const { rerender } = render(form(false))
    screen.getByLabelText('Password').focus()
    rerender(form(true))
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  it('shows every digit it holds in its own box, the first one too', async () => {
    render(<Form />)
    await userEvent.type(input(), '5813')
    expect(boxes()).toEqual(['5', '8', '1', '3'])
    expect(input().value).toBe('5813')
  })

  it('shows that it is complete once, at the fourth digit', async () => {
    const onComplete = vi.fn()
    render(<Form onComplete={onComplete} />)
    await userEvent.type(input(), '123')
    expect(onComplete).not.toHaveBeenCalled()
    await userEvent.type(input(), '4')
    await userEvent.type(input(), '5')
    expect(onComplete.mock.calls).toEqual([['1234']])
  })

  it.each([
    ['four digits', '4821', '4821'],
    ['a space and a hyphen', ' 48-21 ', '4821'],
    [
      'the whole message',
      'Ad Coin: 4821 is your code. It ends in 5 minutes.\n@adcoin.example #4821'.replace(' #4821', ''),
      '4821',
    ],
    ['Devanagari digits', '४८२१', '4821'],
    ['fullwidth digits', '４８２１', '4821'],
  ])('takes a paste of %s', async (_name, pasted, expected) => {
    const onComplete = vi.fn()
    render(<Form onComplete={onComplete} />)
    await userEvent.click(input())
    await userEvent.paste(pasted)
    expect(input().value).toBe(expected)
    expect(onComplete).toHaveBeenCalledExactlyOnceWith(expected)
  })

  it.each([
    ['a six-digit code of another sender', '482193'],
    ['words', 'hello'],
    ['two codes', '1234 or 5678'],
  ])('leaves out a paste of %s', async (_name, pasted) => {
    render(<Form />)
    await userEvent.click(input())
    await userEvent.paste(pasted)
    expect(input().value).toBe('')
  })

  it('replaces a wrong code by a pasted one', async () => {
    render(<Form start="1111" />)
    await userEvent.click(input())
    await userEvent.paste('2222')
    expect(input().value).toBe('2222')
  })

  it('is typed over after it was refused, from the first digit on', async () => {
    render(<Form />)
    await userEvent.type(input(), '0000')
    await userEvent.keyboard('58')
    expect(input().value).toBe('58')
  })

  it('is typed over when a person comes back to it', async () => {
    render(<Form start="0000" />)
    await userEvent.tab()
    await userEvent.keyboard('7')
    expect(input().value).toBe('7')
  })

  it('drops letters and digits beyond the fourth', async () => {
    render(<Form />)
    await userEvent.type(input(), 'a1b2c3d4e5')
    expect(input().value).toBe('1234')
  })

  it('ties its error to the input', async () => {
    render(<Form />)
    await userEvent.type(input(), '0000')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    const described = input().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('That code is not right.')
  })

  it('reads the code from the message by WebOTP, and stops waiting at unmount', async () => {
    let signal: AbortSignal | undefined
    vi.stubGlobal('OTPCredential', class {})
    const get = vi.fn((request: CredentialRequestOptions) => {
      signal = request.signal ?? undefined
      return Promise.resolve({ code: '7391' })
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { credentials: { get } }))
    const onComplete = vi.fn()
    const { unmount } = render(<Form onComplete={onComplete} />)
    await vi.waitFor(() => expect(onComplete).toHaveBeenCalledExactlyOnceWith('7391'))
    expect(input().value).toBe('7391')
    unmount()
    expect(signal?.aborted).toBe(true)
  })
})
