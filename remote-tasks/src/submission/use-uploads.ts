import { upload } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { failureText } from '@adcoin/remote/pages'
import { dropDraft, readDraft, saveDraft } from '@adcoin/session'
import type { UploadState } from '@adcoin/ui/pages'
import { useEffect, useRef, useState } from 'react'
import { smallerPicture } from './smaller-picture.ts'

/**
 * One upload at a time; `done` gets the service's file id. Leaving the page ends it. A file itself is never kept: whoever comes back
 * after a reload in the middle reads that it must be chosen again (`wasInterrupted`, fault G15).
 */
export function useUploads(draft: string, done: (fileId: string) => void) {
  const [state, setState] = useState<UploadState>({ state: 'empty' })
  const [wasInterrupted, setInterrupted] = useState(() => readDraft(draft) !== undefined)
  const running = useRef<{ file: File; control: AbortController }>(undefined)
  useEffect(() => () => running.current?.control.abort(), [])

  async function start(file: File): Promise<void> {
    const control = new AbortController()
    running.current = { file, control }
    saveDraft(draft, { isRunning: true })
    setInterrupted(false)
    setState({ state: 'running', name: file.name, progress: 0 })
    try {
      const smaller = await smallerPicture(file)
      const { file_id } = await send(
        upload,
        { purpose: 'proof', file: smaller },
        {
          signal: control.signal,
          onUploadProgress: progress => setState({ state: 'running', name: file.name, progress }),
        },
      )
      dropDraft(draft)
      setState({ state: 'empty' })
      done(file_id)
    } catch (thrown) {
      if (!control.signal.aborted)
        setState({ state: 'failed', name: file.name, reason: failureText(failureOf(thrown)) })
    }
  }

  return {
    state,
    wasInterrupted,
    start,
    cancel() {
      running.current?.control.abort()
      dropDraft(draft)
      setState({ state: 'empty' })
    },
    retry: () => (running.current ? start(running.current.file) : Promise.resolve()),
  }
}
