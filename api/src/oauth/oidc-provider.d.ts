/** The parts of oidc-provider that the development identity provider uses; the package brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
    interactionDetails(
      request: unknown,
      response: unknown,
    ): Promise<{
      uid: string
      prompt: { name: string; details: Record<string, unknown> }
      params: Record<string, unknown>
      session?: { accountId?: string }
    }>
    interactionFinished(
      request: unknown,
      response: unknown,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
    Grant: new (details: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
