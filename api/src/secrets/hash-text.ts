import { createHash, timingSafeEqual } from 'node:crypto'

/** Hash of something that cannot be guessed (a token): hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares without telling how much is equal. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest()]
  return timingSafeEqual(a, b)
}
