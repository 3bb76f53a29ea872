// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UiProvider, type LinkComponentProps } from '../provider.tsx'
import { Button } from './button.tsx'

const button = () => screen.getByRole('button', { name: 'Continue' })
afterEach(cleanup)

describe('a button that cannot be pressed now', () => {
  it('shows why, ties the reason to itself, and stays focusable', async () => {
    render(<Button disabledReason="Enter an amount first">Continue</Button>)
    await userEvent.tab()
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter an amount first',
    )
  })

  it('does nothing, and shows the reason again, when it is pressed', async () => {
    const onClick = vi.fn()
    render(
      <Button disabledReason="Enter an amount first" onClick={onClick}>
        Continue
      </Button>,
    )
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.click(button())
    expect(onClick).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Enter an amount first')
  })

  it.each([
    ['a reason', { disabledReason: 'Not yet' }],
    ['a running call', { busy: true }],
  ])('sends no form by Enter while there is %s', async (_name, props) => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="Amount" />
        <Button type="submit" {...props}>
          Continue
        </Button>
      </form>,
    )
    await userEvent.type(screen.getByRole('textbox'), '4{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('keeps its element, and so the focus, when the reason comes and goes', () => {
    const { rerender } = render(<Button>Continue</Button>)
    const before = button()
    before.focus()
    rerender(<Button disabledReason="Offline">Continue</Button>)
    rerender(<Button busy>Continue</Button>)
    expect(button()).toBe(before)
    expect(document.activeElement).toBe(before)
  })
})

describe('a button that leads somewhere', () => {
  function RouterLink({ to, ...rest }: LinkComponentProps) {
    return <a href={`/app${to}`} {...rest} />
  }

  it('is drawn by the link of the app', () => {
    render(
      <UiProvider link={RouterLink}>
        <Button to="/invite">Invite</Button>
      </UiProvider>,
    )
    expect(screen.getByRole('link', { name: 'Invite' }).getAttribute('href')).toBe('/app/invite')
  })

  it('opens an outside address in a new window without telling it where one came from', () => {
    render(<Button href="https://wa.me/1">WhatsApp</Button>)
    const link = screen.getByRole('link', { name: 'WhatsApp' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('is a plain button in a form unless it is declared to send', () => {
    render(<Button>Continue</Button>)
    expect(button().getAttribute('type')).toBe('button')
  })
})
