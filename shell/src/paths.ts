import { normalisePath, publicPaths } from '@adcoin/contract'

export { normalisePath }

/** Whether a path needs no token. */
export function isPublic(pathname: string): boolean {
  return publicPaths.some(open => normalisePath(open) === normalisePath(pathname))
}
