import { useEffect, useState } from 'react'
import { useLanguage } from '@adcoin/i18n'
import { ConfirmDialog } from '@adcoin/ui/pages'
import { idOfVersion, lookUp } from '../composition/releases/find-override.ts'
import { keepChoice, readWanted, type WantedOverride } from '../composition/releases/override-choice.ts'
import { useShell } from '../state/shell.ts'
import { useAreaName, useNameOf, words } from './words.ts'

type Refusal = 'unclear' | 'notThere' | 'silent' | 'lacks'

/** A link requests another version: anyone can send such a link, so the person confirms before anything is stored. */
export function OverrideQuestion({ search }: { search: string }) {
  const t = words.useT()
  const { composition, toasts } = useShell()
  const areaName = useAreaName()
  const nameOf = useNameOf()
  const language = useLanguage()
  const [wanted, setWanted] = useState<WantedOverride>()

  useEffect(() => {
    let isOver = false
    void wishOf(search).then(async wish => {
      await words.load(language)
      if (isOver || wish === undefined) return
      if ('refusal' in wish) toasts.show(words.t(`refused.${wish.refusal}`, { what: wish.word }), 'bad', refusalMs)
      else setWanted(wish)
    })
    return () => {
      isOver = true
    }
    // Asked once, in the language of that moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, toasts])

  const accept = () => {
    if (!wanted) return
    try {
      keepChoice(() => window.localStorage, wanted)
    } catch {
      setWanted(undefined)
      return toasts.show(t('refused.notKept'), 'bad', refusalMs)
    }
    composition.insight.reset(wanted.app)
    window.location.reload()
  }
  return (
    <ConfirmDialog
      open={wanted !== undefined}
      title={t('ask.title')}
      text={
        wanted && (
          <>
            <p>{t('ask.text', { area: areaName(wanted.app) })}</p>
            <p className="ac-med">{nameOf(wanted)}</p>
          </>
        )
      }
      confirm={t('ask.confirm')}
      cancel={t('ask.decline')}
      onConfirm={accept}
      onClose={() => setWanted(undefined)}
    />
  )
}

/** Longer than other toasts: it is the only answer to a link. */
const refusalMs = 6000

/** The override that a link requests; undefined if it requests none. */
async function wishOf(search: string): Promise<WantedOverride | { refusal: Refusal; word: string } | undefined> {
  const wishes = new URLSearchParams(search).getAll('use')
  if (wishes.length === 0) return undefined
  const request = wishes.length === 1 ? readWanted(wishes[0] ?? '') : undefined
  if (!request) return { refusal: 'unclear', word: '' }
  const word = request.kind === 'version' ? await idOfVersion(request.app, request.word) : request.word
  const wanted = word === undefined ? undefined : readWanted(`${request.app}@${word}`)
  const { entry, lacks } = wanted ? await lookUp(wanted) : {}
  if (wanted && entry) return wanted
  if (lacks !== undefined) return { refusal: 'lacks', word: lacks }
  return { refusal: request.kind === 'server' ? 'silent' : 'notThere', word: request.word }
}
