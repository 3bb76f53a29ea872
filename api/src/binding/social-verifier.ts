/** A public profile as its platform shows it. `fans` followers, `regDays` days since it was made. */
export type SocialProfile = {
  readonly nickname: string
  readonly description: string
  readonly avatar: string | null
  readonly background: string | null
  readonly fans: number
  readonly regDays: number
}

type SocialQuestion = {
  readonly platform: string
  readonly username: string
  readonly link: string
  readonly challenge: string
}

/**
 * Finds a profile. The service never opens a link that a person gave; a verifier asks the platform, or an operator
 * does.
 * `undefined`: there is no such profile.
 */
export interface SocialVerifier {
  find(question: SocialQuestion): Promise<SocialProfile | undefined>
}
