import { vi } from 'vitest'

/**
 * Gives the browser of a test passkeys: each prompt is answered by `answer`, which throws a DOMException for a person
 * who cancels. Taken back by `vi.unstubAllGlobals`.
 *
 * @returns the options of each prompt
 */
export function givePasskeys(answer: () => void = () => {}): readonly unknown[] {
  const prompts: unknown[] = []
  class PublicKeyCredential {
    static parseCreationOptionsFromJSON = (options: unknown) => options
    static parseRequestOptionsFromJSON = (options: unknown) => options
    toJSON() {
      const proof = { authenticatorData: 'data', signature: 'sig', userHandle: 'YW5h' }
      return { id: 'credential', response: { clientDataJSON: 'client', attestationObject: 'att', ...proof } }
    }
  }
  const prompt = async ({ publicKey }: { publicKey: unknown }) => {
    prompts.push(publicKey)
    answer()
    return new PublicKeyCredential()
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  const credentials = { value: { create: prompt, get: prompt }, configurable: true }
  Object.defineProperty(navigator, 'credentials', credentials)
  return prompts
}
