import { plainPath, publicPaths } from '@adcoin/contract'

export { plainPath }

/** Whether a path needs no token. */
export function isPublic(pathname: string): boolean {
  return publicPaths.some(open => plainPath(open) === plainPath(pathname))
}
