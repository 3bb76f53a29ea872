// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HelpTab, OfflineBanner, TabBar } from './frame-parts.tsx'
import { LoaderView, ProgressBar } from './loader.tsx'

afterEach(cleanup)

describe('the full-screen loader', () => {
  it('names what it does, politely', () => {
    render(<LoaderView text="Sending your proof" />)
    expect(screen.getByRole('status').textContent).toBe('Sending your proof')
  })

  it('lets nothing be typed or pressed while it runs, and everything afterwards', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const form = (
      <form onSubmit={onSubmit}>
        <input aria-label="Amount" />
      </form>
    )
    const { rerender } = render(
      <>
        {form}
        <LoaderView />
      </>,
    )
    const input = screen.getByRole<HTMLInputElement>('textbox')
    input.focus()
    await userEvent.keyboard('12{Enter}')
    expect(input.value).toBe('')
    expect(onSubmit).not.toHaveBeenCalled()
    rerender(<>{form}</>)
    await userEvent.keyboard('12{Enter}')
    expect(input.value).toBe('12')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('can be stopped by keyboard where what runs can', async () => {
    const onCancel = vi.fn()
    render(<LoaderView text="Uploading" onCancel={onCancel} />)
    screen.getByRole('button', { name: 'Cancel' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('leaves the browser its own keys', () => {
    render(<LoaderView />)
    expect(fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true })).toBe(true)
    expect(fireEvent.keyDown(document.body, { key: 'F5' })).toBe(true)
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false)
  })
})

describe('the frame', () => {
  it('shows which area one is in', () => {
    render(
      <TabBar
        label="Main"
        current="/money"
        tabs={[
          { to: '/home', label: 'Home', icon: 'home' },
          { to: '/money', label: 'Money', icon: 'money' },
        ]}
      />,
    )
    expect(screen.getByRole('link', { name: 'Money' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-current')).toBe(false)
  })

  it('has a help button, a progress bar while needed, and a message without a connection', async () => {
    const onHelp = vi.fn()
    const { rerender } = render(
      <>
        <HelpTab onClick={onHelp} />
        <ProgressBar active />
        <OfflineBanner />
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Help' }))
    expect(onHelp).toHaveBeenCalledOnce()
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('You are offline.')
    rerender(<ProgressBar active={false} />)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
