import { referenceText } from '@adcoin/contract'
import { plainPath } from '../paths.ts'

/** The facts that support would have to ask for first. */
export type SupportContext = { readonly screen: string; readonly reference: string | undefined }

/**
 * The screen of the help, and its subject: the withdrawal or task in the address, else the person
 * themselves by their public id. Nothing that was typed, and no address with anything of its own.
 */
export function contextOf(pathname: string, search: string, userId: string | undefined): SupportContext {
  const path = plainPath(pathname)
  const id = /^[A-Za-z0-9_-]{1,64}$/.exec(new URLSearchParams(search).get('id') ?? '')?.[0]
  const task = /^\/task\/([A-Za-z0-9_-]{1,64})$/.exec(pathname)?.[1]
  if (path === '/withdraw' && id) return { screen: path, reference: referenceText('WD', id) }
  if (task) return { screen: '/task', reference: task }
  return { screen: /^\/[a-z_/]*$/.test(path) ? path.slice(0, 40) : '/', reference: userId || undefined }
}

/** The link with the first line of the message: WhatsApp and Telegram both take it as `text`. */
export function withMessage(link: string, text: string): string {
  const url = new URL(link)
  url.searchParams.set('text', text)
  return url.href
}
