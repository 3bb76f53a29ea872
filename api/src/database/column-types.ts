// Types of columns that PostgreSQL has as text or jsonb; their columns are listed in `schema.test.ts`.

/** A text in the six languages; some rows have fewer, and English replaces the rest. */
export type Texts = Readonly<Record<string, string>>

/** `deleted`: its owner ended it; the row remains for the ledger. */
export type PersonStatus = 'active' | 'disabled' | 'deleted'

export type CodePurpose = 'register' | 'reset' | 'reset_pay' | 'withdraw' | 'prove' | 'contact' | 'delete'
export type TicketPurpose = 'register' | 'reset' | 'owner' | 'passkey'
export type Channel = 'sms' | 'email'

/** A field of a pay way; `label` in six languages. */
export type PaywayField = Readonly<{
  key: string
  label: Texts
  regex: string
  max: number
  check: 'none' | 'iban' | 'clabe' | 'aba'
  example: string
  inputmode: 'text' | 'numeric' | 'email' | 'tel'
}>

/** A material as stored: texts in six languages, `file` the name of a public file. */
export type TaskMaterial = Readonly<{
  key: string
  kind: 'copy' | 'image' | 'video' | 'link'
  label: Texts
  text: Texts | null
  url: string | null
  file_name: string | null
}>

/** One encoded picture: addresses of its two files, and its pixels. */
export type Rendition = Readonly<{ avif: string; webp: string; width: number; height: number }>
/** A task's picture for lists and for its screen; `alt` describes it. */
export type StoredTaskPicture = Readonly<{ card: Rendition; wide: Rendition; alt: Texts }>
/** An example of a good submission; `caption` explains why it is good. */
export type ExamplePicture = Readonly<{ picture: Rendition; caption: Texts }>

/** Details of an item at the time of the event. `reason` as stored (refusals/reasons.ts). */
export type InboxDetail = Readonly<{ title?: Texts; reason?: string }>
