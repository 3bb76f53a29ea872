import { getResponse, type HttpHandler } from 'msw'

/** A form as XMLHttpRequest sends it: the way of every upload. */
export type SentForm = {
  readonly method: string
  readonly url: string
  readonly form: FormData
  readonly headers: Headers
  readonly signal: AbortSignal
}

/**
 * Replaces the page's `fetch` and XMLHttpRequest for what the handlers know.
 *
 * @returns a function that gives them back
 */
export function intercept(
  handlers: readonly HttpHandler[],
  answerForm: (sent: SentForm) => Promise<Response>,
): () => void {
  const { fetch, XMLHttpRequest } = globalThis
  globalThis.fetch = async (input, init) => {
    const request =
      input instanceof Request ? input : new Request(new URL(String(input), globalThis.location?.href), init)
    const response = await Promise.race([getResponse([...handlers], request), rejectOnAbort(request.signal)])
    return response ?? fetch(request)
  }
  Object.assign(globalThis, { XMLHttpRequest: createFormRequest(answerForm) })
  return () => Object.assign(globalThis, { fetch, XMLHttpRequest })
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** As much of XMLHttpRequest as axios uses to send a form: progress in two steps, then the answer. */
function createFormRequest(answerForm: (sent: SentForm) => Promise<Response>): new () => object {
  return class {
    readonly upload = new EventTarget()
    readonly #headers = new Headers()
    readonly #abort = new AbortController()
    #method = 'GET'
    #answerHeaders = ''
    responseURL = ''
    status = 0
    response: unknown = null
    onloadend: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null

    open(method: string, url: string): void {
      this.#method = method
      this.responseURL = url
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders(): string {
      return this.#answerHeaders
    }

    abort(): void {
      this.#abort.abort()
    }

    async send(form: FormData): Promise<void> {
      const sent = { method: this.#method, url: this.responseURL, form, headers: this.#headers }
      const { signal } = this.#abort
      try {
        this.reportProgress(0.5)
        const answer = await Promise.race([answerForm({ ...sent, signal }), rejectOnAbort(signal)])
        this.reportProgress(1)
        this.response = await answer.arrayBuffer()
        this.status = answer.status
        this.#answerHeaders = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
        this.onloadend?.()
      } catch {
        if (signal.aborted) this.onabort?.()
        else this.onerror?.()
      }
    }

    reportProgress(share: number): void {
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded: share * 1000, total: 1000 }),
      )
    }
  }
}
