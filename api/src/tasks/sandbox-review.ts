import type { submitFields } from '@adcoin/contract'
import { normaliseUsername, isOnPlatform } from '../catalogue/platforms.ts'
import type { ReasonKey } from '../refusals/reasons.ts'

export type ProofField = (typeof submitFields)[number]

/** A submission. `account` is its bound account: the platform's hosts and the name. */
export type SubmittedProof = {
  readonly required: readonly ProofField[]
  readonly account: { readonly hosts: readonly string[]; readonly username: string; readonly isBound: boolean } | null
  readonly videoLink: string | null
  readonly username: string | null
  readonly homepageLink: string | null
  readonly files: number
}

/** A link to this host is accepted and fails review, so that a failed review can be demonstrated. */
const failingHost = 'example.invalid'

/**
 * The sandbox reviewer: passes complete submissions of the bound account, else returns what is missing. It opens no
 * link.
 */
export function findReasonAgainstProof(proof: SubmittedProof): ReasonKey | undefined {
  const links = [proof.videoLink, proof.homepageLink].filter(link => link !== null)
  if (proof.account && !proof.account.isBound) return 'account_gone'
  if (listMissingFields(proof).length > 0) return 'proof_missing'
  if (links.some(link => link.toLowerCase().includes(failingHost))) return 'link_unreachable'
  const { account } = proof
  if (account && links.some(link => !isOnPlatform(link, account.hosts))) return 'link_platform'
  if (account && proof.username !== null && normaliseUsername(proof.username) !== normaliseUsername(account.username))
    return 'username_differs'
  return undefined
}

/** Required fields without a value. */
export function listMissingFields(proof: SubmittedProof): ProofField[] {
  const isPresent: Readonly<Record<ProofField, boolean>> = {
    account_id: proof.account !== null,
    video_link: proof.videoLink !== null,
    username: Boolean(proof.username),
    homepage_link: proof.homepageLink !== null,
    files: proof.files > 0,
  }
  return proof.required.filter(field => !isPresent[field])
}

/** Whether a link is accepted: on the platform, or, with the sandbox reviewer, on the host that always fails. */
export function isAcceptableLink(link: string, hosts: readonly string[], isSandbox: boolean): boolean {
  return isOnPlatform(link, hosts) || (isSandbox && isOnPlatform(link, [failingHost]))
}
