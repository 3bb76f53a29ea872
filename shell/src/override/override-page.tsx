import { useEffect } from 'react'
import { useLanguage } from '@adcoin/i18n'
import { useLocation, useNavigate } from '@adcoin/router'
import { useCell } from '../state/cell.ts'
import { OverrideQuestion } from './override-question.tsx'
import { isInspectorOpen, searchAtStart } from './search-at-start.ts'
import { Badge } from './badge.tsx'
import { Page as Inspector } from './inspector.tsx'
import { words } from './words.ts'

export function Page() {
  const language = useLanguage()
  const isOpen = useCell(isInspectorOpen)
  useEffect(() => void words.load(language), [language])
  useWishTakenOut()
  return (
    <>
      <Badge />
      <OverrideQuestion search={searchAtStart} />
      {isOpen && <Inspector />}
    </>
  )
}

/** An address that is copied or loaded anew asks for nothing. */
function useWishTakenOut(): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const rest = new URLSearchParams(search)
    if (!rest.has('use') && !rest.has('inspect')) return
    rest.delete('use')
    rest.delete('inspect')
    void navigate({ pathname, search: rest.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
}
