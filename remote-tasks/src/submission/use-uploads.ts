import { upload, type ResponseOf } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { defineDraft, doingText, failureText } from '@adcoin/remote/pages'
import type { UploadState } from '@adcoin/ui/pages'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { smallerPicture } from './smaller-picture.ts'

export type Uploaded = ResponseOf<typeof upload>

/** An upload is running for an assignment. */
const running = defineDraft({ owner: 'tasks', name: 'upload', version: 1, schema: v.literal(true) })

/**
 * One upload at a time; leaving the page ends it. The file itself is never kept: after a reload the person has to
 * choose it again (`wasInterrupted`, faults.md G15).
 */
export function useUploads(assignmentId: string, done: (file: Uploaded) => void) {
  const [state, setState] = useState<UploadState>({ state: 'empty' })
  const [wasInterrupted, setInterrupted] = useState(() => running.read(assignmentId) ?? false)
  const current = useRef<{ file: File; control: AbortController }>(undefined)
  useEffect(() => () => current.current?.control.abort(), [])

  async function start(file: File): Promise<void> {
    const control = new AbortController()
    current.current = { file, control }
    running.save(true, assignmentId)
    setInterrupted(false)
    setState({ state: 'running', name: file.name, progress: 0 })
    try {
      const smaller = await smallerPicture(file)
      const uploaded = await send(
        upload,
        { purpose: 'proof', file: smaller },
        {
          signal: control.signal,
          loaderText: doingText('send'),
          onCancel: cancel,
          onUploadProgress: progress => setState({ state: 'running', name: file.name, progress }),
        },
      )
      running.drop(assignmentId)
      setState({ state: 'empty' })
      done(uploaded)
    } catch (thrown) {
      if (!control.signal.aborted)
        setState({ state: 'failed', name: file.name, reason: failureText(failureOf(thrown)) })
    }
  }

  function cancel(): void {
    current.current?.control.abort()
    running.drop(assignmentId)
    setState({ state: 'empty' })
  }

  return {
    state,
    wasInterrupted,
    start,
    cancel,
    retry: () => (current.current ? start(current.current.file) : Promise.resolve()),
  }
}
