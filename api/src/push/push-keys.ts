import { createECDH } from 'node:crypto'
import type { Reading } from '../config-reading.ts'

/** The keys of push messages; null where none is set. Each mistake is a problem of its own. */
export function readPushKeys({ text, problems }: Reading): PushKeys | null {
  const names = ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_CONTACT'] as const
  const [publicKey, privateKey, contact] = names.map(name => text(name) ?? '') as [string, string, string]
  if (publicKey === '' && privateKey === '') return null
  const before = problems.length
  for (const name of names) if (!text(name)) problems.push(`${name} is missing: notifications need ${names.join(', ')}`)
  const found = publicKey === '' || privateKey === '' ? undefined : findKeyProblem(publicKey, privateKey)
  if (found !== undefined) problems.push(found)
  if (contact !== '' && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/.test(contact))
    problems.push(`PUSH_CONTACT must begin with mailto: or https://, not "${contact}"`)
  return problems.length > before ? null : { publicKey, privateKey, contact }
}

/** VAPID keys (base64url), and the address at which a push service reaches the operator. */
export type PushKeys = Readonly<{ publicKey: string; privateKey: string; contact: string }>

const remedy = 'make both with: npm run ops -- push-keys'

function findKeyProblem(publicKey: string, privateKey: string): string | undefined {
  if (!isBase64Url(publicKey, 65)) return `PUSH_PUBLIC_KEY must be base64url of 65 bytes; ${remedy}`
  if (!isBase64Url(privateKey, 32)) return `PUSH_PRIVATE_KEY must be base64url of 32 bytes; ${remedy}`
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    return `PUSH_PRIVATE_KEY is not a private key of P-256; ${remedy}`
  }
  return pair.getPublicKey('base64url') === publicKey
    ? undefined
    : `PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not a pair; ${remedy}`
}

function isBase64Url(text: string, bytes: number): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes
}
