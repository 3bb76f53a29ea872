// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TextField } from '../controls/text-field.tsx'
import { passBack } from './close-on-back.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Sheet } from './sheet.tsx'
import { ToastHost } from './toast.tsx'

function Page({ onClose, autoFocus = false }: { onClose?: () => void; autoFocus?: boolean }) {
  const [open, setOpen] = useState(false)
  function close() {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      <button onClick={() => setOpen(true)}>Support</button>
      <Sheet open={open} title="Contact support" onClose={close}>
        <TextField label="Message" autoFocus={autoFocus} />
      </Sheet>
    </>
  )
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Support' }))

afterEach(cleanup)

describe('a sheet', () => {
  it('is a dialog with the name of its title, and takes the focus', async () => {
    render(<Page />)
    await open()
    const dialog = screen.getByRole('dialog', { name: 'Contact support' })
    expect(document.activeElement).toBe(dialog)
  })

  it('lets a field within ask for the focus', async () => {
    render(<Page autoFocus />)
    await open()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  })

  it.each(['Escape', 'Close'])('closes by %s and gives the focus back to what opened it', async how => {
    const onClose = vi.fn()
    render(<Page onClose={onClose} />)
    await open()
    if (how === 'Close') await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    else await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(onClose).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Support' }))
  })

  it('stays open in development mode, which mounts everything twice', async () => {
    render(
      <StrictMode>
        <Page />
      </StrictMode>,
    )
    await open()
    await act(() => new Promise(resolve => setTimeout(resolve, 20)))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('is closed when its screen was hidden and is shown again', async () => {
    const onClose = vi.fn()
    const draw = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Page onClose={onClose} />
      </Activity>
    )
    const { rerender } = render(draw('visible'))
    await open()
    rerender(draw('hidden'))
    await act(async () => undefined)
    rerender(draw('visible'))
    expect([screen.queryByRole('dialog'), onClose.mock.calls.length]).toEqual([null, 1])
  })

  it('closes only itself when one is above another', async () => {
    const closeSheet = vi.fn()
    const closeConfirm = vi.fn()
    render(
      <Sheet open title="Account" onClose={closeSheet}>
        <ConfirmDialog open title="Unbind?" text="Ask" confirm="Unbind" onConfirm={() => {}} onClose={closeConfirm} />
      </Sheet>,
    )
    await userEvent.keyboard('{Escape}')
    expect(closeConfirm).toHaveBeenCalledOnce()
    expect(closeSheet).not.toHaveBeenCalled()
  })
})

describe('the back button, where the browser has no close watcher', () => {
  const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 40)))
  beforeEach(async () => {
    await settle() // the entries of earlier sheets are gone
    history.replaceState({ idx: 3, key: 'router' }, '')
  })

  it('closes the sheet and leaves the page where it was', async () => {
    render(<Page />)
    await open()
    await settle()
    history.back()
    await settle()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(history.state).toEqual({ idx: 3, key: 'router' })
  })

  it('keeps the state of the router in the entry of the sheet', async () => {
    render(<Page />)
    await open()
    await settle()
    expect(history.state).toMatchObject({ idx: 3, key: 'router' })
    expect(history.state).toHaveProperty('acOverlay')
  })

  it('takes its entry away when the sheet is closed otherwise', async () => {
    render(<Page />)
    await open()
    await settle()
    await userEvent.keyboard('{Escape}')
    await settle()
    expect(history.state).toEqual({ idx: 3, key: 'router' })
  })

  it('closes over the entry that a sheet had before a reload', async () => {
    vi.resetModules()
    const before = (await import('./close-on-back.ts')).closeOnBack(() => undefined)
    await settle()
    const { acOverlay } = history.state as { acOverlay: string }
    vi.resetModules()
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 1)
    const onBack = vi.fn()
    ;(await import('./close-on-back.ts')).closeOnBack(onBack)
    await settle()
    history.back()
    await settle()
    expect(history.state).toHaveProperty('acOverlay', acOverlay)
    expect(onBack).toHaveBeenCalledOnce()
    before()
    await settle()
  })

  it('takes nothing away when a person has navigated from within', async () => {
    const { unmount } = render(<Page />)
    await open()
    await settle()
    history.pushState({ idx: 4, key: 'next' }, '')
    unmount()
    await settle()
    expect(history.state).toEqual({ idx: 4, key: 'next' })
  })

  describe('on a desktop, where close watchers hear nothing of it', () => {
    const navigations = new EventTarget()
    const goBack = () => {
      const event = Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse' })
      act(() => void navigations.dispatchEvent(event))
      return event.defaultPrevented
    }
    beforeEach(() => {
      vi.stubGlobal('CloseWatcher', class {})
      vi.stubGlobal('navigation', navigations)
    })

    it('closes the sheet instead of leaving the page, once, and then leaves it', async () => {
      render(<Page />)
      await open()
      expect(goBack()).toBe(true)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(goBack()).toBe(false)
    })

    it('lets through what the page itself goes back to', async () => {
      render(<Page />)
      await open()
      passBack(() => expect(goBack()).toBe(false))
      expect(screen.getByRole('dialog')).toBeTruthy()
      dispatchEvent(new PopStateEvent('popstate'))
      expect(goBack()).toBe(true)
    })

    it('closes the one on top alone', () => {
      const [closeSheet, closeConfirm] = [vi.fn(), vi.fn()]
      render(
        <Sheet open title="Account" onClose={closeSheet}>
          <ConfirmDialog open title="Unbind?" text="Ask" confirm="Unbind" onConfirm={() => {}} onClose={closeConfirm} />
        </Sheet>,
      )
      expect(goBack()).toBe(true)
      expect([closeConfirm.mock.calls.length, closeSheet.mock.calls.length]).toEqual([1, 0])
    })
  })

  it('adds no entry where the browser has close watchers', async () => {
    vi.stubGlobal('CloseWatcher', class {})
    render(<Page />)
    await open()
    await settle()
    expect(history.state).toEqual({ idx: 3, key: 'router' })
  })
})

describe('a toast while a sheet is open', () => {
  function Both({ isOpen, text }: { isOpen: boolean; text: string | null }) {
    return (
      <>
        <Sheet open={isOpen} title="Sheet" onClose={() => {}}>
          words
        </Sheet>
        <ToastHost toast={text === null ? null : { id: text, text }} />
      </>
    )
  }

  it('is drawn inside the dialog: everything outside of it is inert', () => {
    render(<Both isOpen text="Link copied" />)
    expect(screen.getByRole('dialog').contains(screen.getByText('Link copied'))).toBe(true)
  })

  it('outlives the sheet', () => {
    const { rerender } = render(<Both isOpen text="Link copied" />)
    rerender(<Both isOpen={false} text="Link copied" />)
    expect(screen.getByText('Link copied').isConnected).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('comes into a live region that stood there before it; an error interrupts', () => {
    const { rerender } = render(<ToastHost toast={null} />)
    const status = screen.getByRole('status')
    const alert = screen.getByRole('alert')
    rerender(<ToastHost toast={{ id: 1, text: 'Saved' }} />)
    expect(screen.getByRole('status')).toBe(status)
    expect(status.textContent).toBe('Saved')
    rerender(<ToastHost toast={{ id: 2, text: 'Network error, please try again later', kind: 'bad' }} />)
    expect(alert.textContent).toBe('Network error, please try again later')
    expect(status.textContent).toBe('')
  })
})

describe('a confirmation', () => {
  function Ask(props: { onConfirm: () => void; onClose: () => void; busy?: boolean }) {
    return (
      <ConfirmDialog
        open
        danger
        title="Unbind ana.cria?"
        text="Tasks in review are not affected."
        confirm="Unbind"
        {...props}
      />
    )
  }

  it('names itself and what follows, and asks as an alert', () => {
    render(<Ask onConfirm={() => {}} onClose={() => {}} />)
    const dialog = screen.getByRole('alertdialog', { name: 'Unbind ana.cria?' })
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Tasks in review are not affected.',
    )
  })

  it('confirms nothing when Enter is pressed by accident', async () => {
    const onConfirm = vi.fn()
    render(<Ask onConfirm={onConfirm} onClose={() => {}} />)
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('takes one press while it runs', async () => {
    const onConfirm = vi.fn()
    const { rerender } = render(<Ask onConfirm={onConfirm} onClose={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Unbind' }))
    rerender(<Ask busy onConfirm={onConfirm} onClose={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Unbind' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})
