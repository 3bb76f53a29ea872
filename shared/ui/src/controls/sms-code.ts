type OtpRequest = CredentialRequestOptions & { otp: { transport: readonly ['sms'] } }

/**
 * Asks the browser for the code of an SMS that ends with `@domain #1234` (WebOTP), where it can.
 * @returns ends the wait
 */
export function readSmsCode(onCode: (code: string) => void): () => void {
  if (typeof window === 'undefined' || !('OTPCredential' in window)) return () => {}
  const abort = new AbortController()
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: abort.signal }
  navigator.credentials.get(request).then(
    credential => {
      if (credential && 'code' in credential) onCode(String(credential.code))
    },
    () => {}, // refused, ended or no message: the person types it
  )
  return () => abort.abort()
}
