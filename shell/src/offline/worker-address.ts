type Policies = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(address: string): string }
}

/**
 * The address of the gateway's service worker, as a browser with Trusted Types wants it. Its policy is made while the
 * shell starts, before any remote is there, gives this address whatever it is asked, and can be made only once.
 * Undefined where the page's policy allows none.
 */
export const workerAddress = addressOfWorker((globalThis as { trustedTypes?: Policies }).trustedTypes)

function addressOfWorker(policies: Policies | undefined): string | undefined {
  try {
    return policies?.createPolicy('worker', { createScriptURL: () => '/worker.js' }).createScriptURL('') ?? '/worker.js'
  } catch {
    return undefined
  }
}
