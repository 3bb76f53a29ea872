import type { BuildJson, Release } from '@adcoin/contract'
import type { BuiltEntry } from '../releases/built-app.ts'
import type { ReleaseRefusal } from '../refusal.ts'

/** A build whose description fits the schema and whose folder holds nothing forbidden: what the other rules look at. */
export type Candidate = { readonly app: string; readonly build: BuildJson; readonly files: ReadonlyMap<string, Buffer> }

/** A rule about one build: why it may not become a release, empty if it may. */
export type CandidateRule = (candidate: Candidate) => readonly ReleaseRefusal[]

/** A rule about the folder, checked before any content of it is trusted. */
export type FolderRule = (app: string, entries: readonly BuiltEntry[]) => readonly ReleaseRefusal[]

/** The releases that one page may combine: any shell that is named with any release of each remote that is. */
export type PageReleases = {
  readonly shells: readonly { readonly release: Release; readonly isFallback: boolean }[]
  readonly remotes: readonly { readonly release: Release; readonly isLive: boolean; readonly isFallback: boolean }[]
}
