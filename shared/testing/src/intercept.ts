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
    const response = await Promise.race([getResponse([...handlers], request), abortOf(request.signal)])
    return response ?? fetch(request)
  }
  Object.assign(globalThis, { XMLHttpRequest: formRequest(answerForm) })
  return () => Object.assign(globalThis, { fetch, XMLHttpRequest })
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** As much of XMLHttpRequest as sends a form: progress in two steps, then the answer. */
function formRequest(answerForm: (sent: SentForm) => Promise<Response>): new () => object {
  return class {
    readonly upload: { onprogress?: (event: object) => void } = {}
    readonly #headers = new Headers()
    readonly #abort = new AbortController()
    #method = 'GET'
    #url = ''
    #answerHeaders = new Headers()
    status = 0
    response: unknown = null
    onload?: () => void
    onerror?: () => void
    onabort?: () => void

    open(method: string, url: string): void {
      this.#method = method
      this.#url = String(url)
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getResponseHeader(name: string): string | null {
      return this.#answerHeaders.get(name)
    }

    abort(): void {
      this.#abort.abort()
    }

    async send(form: FormData): Promise<void> {
      try {
        this.#tell(0.5)
        const sent = { method: this.#method, url: this.#url, form, headers: this.#headers, signal: this.#abort.signal }
        const answer = await Promise.race([answerForm(sent), abortOf(sent.signal)])
        this.#tell(1)
        this.response = await answer.arrayBuffer()
        this.status = answer.status
        this.#answerHeaders = answer.headers
        this.onload?.()
      } catch {
        if (this.#abort.signal.aborted) this.onabort?.()
        else this.onerror?.()
      }
    }

    #tell(share: number): void {
      this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1000, total: 1000 })
    }
  }
}
