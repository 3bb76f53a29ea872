import { browserKey, browserPattern } from '@adcoin/contract'
import { withStorage } from './with-storage.ts'

/** This browser's random number. Undefined if it cannot be stored: each load would have another. */
export function getBrowserNumber(): string | undefined {
  return withStorage(storage => {
    const storedNumber = storage.getItem(browserKey) ?? ''
    if (browserPattern.test(storedNumber)) return storedNumber
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0'))
    storage.setItem(browserKey, bytes.join(''))
    return bytes.join('')
  })
}
