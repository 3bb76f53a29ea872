/** One connection, for as long as it is held. */
export type Connection = {
  query(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; affected: bigint | undefined }>
  /** Several statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>
  release(broken?: boolean): void
}

/**
 * `missed`: notifications may have been lost, and now they arrive again; `lost`: from now on none arrive. None of the
 * handlers throws.
 */
export type Hearing = {
  readonly channels: readonly string[]
  heard(channel: string, payload: string): void
  missed(): void
  lost?(): void
}

/** The differences between the embedded database and PostgreSQL; all code above is the same. */
export type Engine = {
  readonly name: 'embedded' | 'postgres'
  acquire(): Promise<Connection>
  /** Listens to notifications (NOTIFY) of any process on this database. @returns stops listening */
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
