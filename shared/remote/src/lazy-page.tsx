import { use, type ComponentType } from 'react'

export type PageModule = { Page: ComponentType }

/**
 * A screen that is loaded when it is first needed. Unlike `React.lazy` it is drawn in the same turn once it is loaded
 * (no Suspense fallback after a preload), and a failed load can be tried again.
 */
export function createLazyPage(load: () => Promise<PageModule>): { preload(): Promise<void>; Page: ComponentType } {
  let loading: Promise<ComponentType> | undefined
  let hasFailed = false

  function startLoading(): Promise<ComponentType> {
    loading ??= markFulfilled(loadPage())
    return loading
  }

  async function loadPage(): Promise<ComponentType> {
    try {
      const { Page } = await load()
      if (typeof Page !== 'function') throw new TypeError('a page module must export a component named Page')
      return Page
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  return {
    async preload() {
      // The rejected promise stays until the next request: React renders again after a rejection, and would load for
      // ever.
      if (hasFailed) loading = undefined
      hasFailed = false
      await startLoading()
    },
    Page: function LazyPage() {
      const Page = use(startLoading())
      return <Page />
    },
  }
}

/** React reads `status`: a page that has arrived does not suspend, even if an earlier screen waited for it. */
function markFulfilled(reading: Promise<ComponentType>): Promise<ComponentType> {
  reading.then(
    value => Object.assign(reading, { status: 'fulfilled', value }),
    () => undefined,
  )
  return reading
}
