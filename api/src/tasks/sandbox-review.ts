import type { submitFields } from '@adcoin/contract'
import { normalisedUsername } from '../catalogue/username.ts'
import type { ReasonKey } from '../reasons/reasons.ts'
import { isOnPlatform } from '../catalogue/platforms.ts'

export type ProofField = (typeof submitFields)[number]

/** What was sent. `account` is the bound account it was sent from: its platform's hosts and its name. */
export type Proof = {
  readonly required: readonly ProofField[]
  readonly account: { readonly hosts: readonly string[]; readonly username: string; readonly isBound: boolean } | null
  readonly videoLink: string | null
  readonly username: string | null
  readonly homepageLink: string | null
  readonly files: number
}

/**
 * A link here is taken at the door and fails review, so that a failed review can be seen without anybody doing wrong.
 */
const failingHost = 'example.invalid'

/**
 * The sandbox reviewer: passes what is complete and comes from the bound account, else says what to mend. It opens no
 * link.
 */
export function reasonAgainstProof(proof: Proof): ReasonKey | undefined {
  const links = [proof.videoLink, proof.homepageLink].filter(link => link !== null)
  if (proof.account && !proof.account.isBound) return 'account_gone'
  if (missingFields(proof).length > 0) return 'proof_missing'
  if (links.some(link => link.toLowerCase().includes(failingHost))) return 'link_unreachable'
  const { account } = proof
  if (account && links.some(link => !isOnPlatform(link, account.hosts))) return 'link_platform'
  if (account && proof.username !== null && normalisedUsername(proof.username) !== normalisedUsername(account.username))
    return 'username_differs'
  return undefined
}

/** Which of the required fields have nothing in them. */
export function missingFields(proof: Proof): ProofField[] {
  const isPresent: Readonly<Record<ProofField, boolean>> = {
    account_id: proof.account !== null,
    video_link: proof.videoLink !== null,
    username: Boolean(proof.username),
    homepage_link: proof.homepageLink !== null,
    files: proof.files > 0,
  }
  return proof.required.filter(field => !isPresent[field])
}

/** Whether the door takes a link: on the platform, or, where the sandbox reviews, on the host that always fails. */
export function isAcceptableLink(link: string, hosts: readonly string[], isSandbox: boolean): boolean {
  return isOnPlatform(link, hosts) || (isSandbox && isOnPlatform(link, [failingHost]))
}
