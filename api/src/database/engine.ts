/** One connection, for as long as it is held. */
export type Lane = {
  query(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; affected: bigint | undefined }>
  /** Several statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>
  release(broken?: boolean): void
}

/**
 * `missed`: something may have been said while nobody heard it, and now it is heard again; `lost`: from now on nothing
 * is heard. None of them throws.
 */
export type Hearing = {
  readonly channels: readonly string[]
  heard(channel: string, payload: string): void
  missed(): void
  lost?(): void
}

/** What differs between the embedded database and PostgreSQL; everything above it is the same code. */
export type Engine = {
  readonly name: 'embedded' | 'postgres'
  acquire(): Promise<Lane>
  /** Hears what is said after commits (NOTIFY) by any process on this database. @returns what ends it */
  listen(hearing: Hearing): Promise<() => Promise<void>>
  /** A compressed copy of an embedded folder; nothing on PostgreSQL, which has its own tools. */
  dump?(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Types that both engines must read alike: bigint (20) as BigInt, date (1082) as text. */
export const readBigint = (text: string): bigint => BigInt(text)
export const readDate = (text: string): string => text
export const bigintType = 20
export const dateType = 1082
