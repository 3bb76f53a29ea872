// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UploadField, type UploadState } from './upload-field.tsx'

const handlers = { onFile: vi.fn(), onCancel: vi.fn(), onRetry: vi.fn() }
const draw = (upload: UploadState, error?: string, more = {}) =>
  render(
    <UploadField
      label="Screenshot"
      prompt="Add a screenshot"
      note="JPG or PNG"
      accept="image/png"
      upload={upload}
      error={error}
      {...handlers}
      {...more}
    />,
  )
const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement

afterEach(() => {
  cleanup()
  for (const handler of Object.values(handlers)) handler.mockReset()
})

describe('an upload', () => {
  it('begins with one button that opens the file picker and shows which files', async () => {
    draw({ state: 'empty' }, 'Add a screenshot first')
    const open = vi.spyOn(picker(), 'click')
    const button = screen.getByRole('button', { name: /Add a screenshot/ })
    await userEvent.click(button)
    expect(open).toHaveBeenCalledOnce()
    const described = (button.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent)
      .filter(Boolean)
    expect(described).toEqual(['Add a screenshot first', 'JPG or PNG'])
  })

  it('takes the same file again after a failure', async () => {
    draw({ state: 'empty' })
    const file = new File(['x'], 'proof.png', { type: 'image/png' })
    await userEvent.upload(picker(), file)
    await userEvent.upload(picker(), file)
    expect(handlers.onFile).toHaveBeenCalledTimes(2)
    expect(handlers.onFile).toHaveBeenLastCalledWith(file)
  })

  it('shows how far it is and can be cancelled', async () => {
    draw({ state: 'running', name: 'proof-1.png', progress: 0.638 })
    expect(screen.getByRole('status').textContent).toBe('Uploading, 64%')
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBeCloseTo(0.638)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(handlers.onCancel).toHaveBeenCalledOnce()
  })

  it('keeps a failed file with its reason and a way to try again', async () => {
    draw({ state: 'failed', name: 'proof-1.png', reason: 'The file is larger than 10 MB.' })
    expect(screen.getByRole('status').textContent).toBe('The file is larger than 10 MB.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(handlers.onRetry).toHaveBeenCalledOnce()
  })

  it('offers another file in place of a retry that cannot succeed', () => {
    draw({ state: 'failed', name: 'notes.txt', reason: 'This is no picture.' }, undefined, { onRetry: undefined })
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy()
  })

  it('shows what was sent and can be replaced or taken away', async () => {
    draw({ state: 'done', name: 'proof-1.png', preview: '/files/1' })
    expect(screen.getByRole('status').textContent).toBe('Uploaded')
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/files/1')
    const open = vi.spyOn(picker(), 'click')
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    expect(open).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(handlers.onCancel).toHaveBeenCalledOnce()
  })
})
