import { useLayoutEffect } from 'react'
import { appPaths } from '@adcoin/remote'
import type { Location } from '@adcoin/router'
import type { SessionWriter } from '@adcoin/session'
import { useShell } from '../state/shell.ts'
import { normalisePath } from '../paths.ts'

/** Before the register screen is drawn: it asks for the saved code in its first render. */
export function useInviterOfLink(location: Location, hasToken: boolean): void {
  const { writer } = useShell()
  useLayoutEffect(() => {
    if (!hasToken) saveInviterFromLink(location, writer)
  }, [hasToken, location, writer])
}

/**
 * `/register?invite_code=X` keeps X until a login; anything that cannot be a code is ignored. Source: rulings.md R3.
 */
export function saveInviterFromLink(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  writer: Pick<SessionWriter, 'saveInviter'>,
): void {
  if (normalisePath(pathname) !== normalisePath(appPaths.register)) return
  const codes = new URLSearchParams(search).getAll('invite_code')
  if (codes.length === 1) writer.saveInviter(codes[0])
}
