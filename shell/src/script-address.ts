type Policy = { createScriptURL(address: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

const workerAddress = '/worker.js'
const releasePattern = /^\/releases\/remote-[a-z0-9-]+\/[0-9.]+-[0-9a-f]+\/(?!.*\.\.)[\w@./-]+\.js$/

const rules: Policy = {
  createScriptURL(address) {
    if (address === workerAddress || releasePattern.test(address)) return address
    throw new TypeError(`no script of ours: ${address}`)
  },
}
type Page = typeof globalThis & { trustedTypes?: Policies; adcoinScripts?: Policy | undefined }
// Made while the shell starts, before any remote is there, and can be made only once: a shell that replaces another in
// the same page takes the first one's. Its name is in the headers.
const page: Page = globalThis
const policy = (page.adcoinScripts ??= createPolicy(page.trustedTypes))

/**
 * An address as a browser with Trusted Types wants it: of the gateway's service worker, or of a script of a release on
 * this origin, which its hash decides about. Undefined where the page's policy allows none.
 *
 * @throws TypeError  for any other address
 */
export function toScriptAddress(address: string): string | undefined {
  return policy?.createScriptURL(address)
}

function createPolicy(policies: Policies | undefined): Policy | undefined {
  try {
    return policies ? policies.createPolicy('worker', rules) : rules
  } catch {
    return undefined
  }
}
