import { type ResponseOf, upload } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { defineDraft, doingText, failureText } from '@adcoin/remote/pages'
import type { UploadState } from '@adcoin/ui/pages'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type Uploaded = ResponseOf<typeof upload>

export const acceptedPictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** Bytes of one picture, after it was made smaller. Source: rulings.md R11. */
const mostBytes = 10 * 1024 * 1024

/** An upload is running for an assignment. */
const running = defineDraft({ owner: 'tasks', name: 'upload', version: 1, schema: v.literal(true) })

/**
 * One upload at a time; leaving the page ends it. The file itself is never kept: after a reload the person has to
 * choose it again (`wasInterrupted`, faults.md G15). `retry` is undefined where the same file would fail again.
 */
export function useUploads(assignmentId: string, done: (file: Uploaded) => void) {
  const t = useT()
  const [state, setState] = useState<UploadState>({ state: 'empty' })
  const [isFinal, setFinal] = useState(false)
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
      const picture = await preparePicture(file)
      if (typeof picture === 'string') return fail(file, t(`submit.${picture}`), true)
      const onUploadProgress = (progress: number) => setState({ state: 'running', name: file.name, progress })
      const uploaded = await send(
        upload,
        { purpose: 'proof', file: picture },
        { signal: control.signal, loaderText: doingText('send'), onCancel: cancel, onUploadProgress },
      )
      running.drop(assignmentId)
      setState({ state: 'empty' })
      done(uploaded)
    } catch (thrown) {
      const failure = failureOf(thrown)
      const isRefused = failure.kind === 'refused' && failure.key !== 'too_many'
      if (!control.signal.aborted) fail(file, failureText(failure), isRefused)
    }
  }

  function fail(file: File, reason: string, isRefused: boolean): void {
    if (isRefused) running.drop(assignmentId)
    setFinal(isRefused)
    setState({ state: 'failed', name: file.name, reason })
  }

  function cancel(): void {
    current.current?.control.abort()
    running.drop(assignmentId)
    setState({ state: 'empty' })
  }

  const retry = () => (current.current ? start(current.current.file) : Promise.resolve())
  return { state, wasInterrupted, start, cancel, retry: isFinal ? undefined : retry }
}

/** The picture as it is sent, or why it cannot be. A file without a type is judged by the service. */
async function preparePicture(file: File): Promise<File | 'fileType' | 'fileSize'> {
  if (file.type !== '' && !acceptedPictures.includes(file.type)) return 'fileType'
  const picture = await shrinkPicture(file)
  return picture.size > mostBytes ? 'fileSize' : picture
}
