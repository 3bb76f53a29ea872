import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '@adcoin/i18n'
import { useLocation, useNavigate } from '@adcoin/router'
import { Button, Hint } from '@adcoin/ui'
import { ButtonRow, ConfirmDialog, Stack } from '@adcoin/ui/pages'
import { storeOverride, findOverride, parseOverride } from '../composition/overrides.ts'
import type { Override } from '../composition/live.ts'
import { hasEnded } from '../composition/report.ts'
import { useCell } from '../state/cell.ts'
import { useShell } from '../state/shell.ts'
import { Inspector } from './inspector.tsx'
import { isInspectorOpen, searchAtStart } from './search-at-start.ts'
import { words } from './words.ts'
import styles from './override.module.css'

export function Page() {
  const language = useLanguage()
  const isOpen = useCell(isInspectorOpen)
  const applyOverride = useApplyOverride()
  useEffect(() => void words.load(language), [language])
  return (
    <>
      <Badge applyOverride={applyOverride} />
      <Question applyOverride={applyOverride} />
      {isOpen && <Inspector applyOverride={applyOverride} />}
    </>
  )
}

/** Uses a release of an app in this browser, without an id the live one, and reloads the page; `false` if it cannot. */
type ApplyOverride = (app: string, id?: string) => boolean

const refusalMs = 6000

function useApplyOverride(): ApplyOverride {
  const { toasts } = useShell()
  return (app, id) => {
    try {
      storeOverride(app, id)
    } catch {
      toasts.show(words.t('refused.notKept'), 'bad', refusalMs)
      return false
    }
    window.location.reload()
    return true
  }
}

/** The name of an area for people: its tab, if it has one; else its name for developers. */
function useAreaName(): (app: string) => string {
  const { composition } = useShell()
  const language = useLanguage()
  return app => {
    const tab = composition.tabs().find(each => each.app === app)
    return tab ? `${tab.labels[language]} (${app})` : app
  }
}

/** The overrides of this browser, above the screen and in its flow, so that it covers nothing. */
function Badge({ applyOverride }: { applyOverride: ApplyOverride }) {
  const t = words.useT()
  const { composition } = useShell()
  const areaName = useAreaName()
  const { overrides, log } = composition.insight
  const failures = useSyncExternalStore(composition.onChange, log)
  if (overrides().length === 0) return null
  return (
    <aside className={styles.badge} aria-label={t('badge.label')}>
      {overrides().map(({ app, id, found }) => {
        const hasFailed = !found || failures.some(each => each.app === app && each.release === id && hasEnded(each))
        return (
          <Stack key={app} gap={1}>
            <Hint tone={hasFailed ? 'bad' : 'warn'}>
              {hasFailed
                ? t('badge.failed', { area: areaName(app), release: t('ask.release', { release: id }) })
                : t('badge.release', { area: areaName(app), release: id })}
            </Hint>
            <ButtonRow>
              {hasFailed && (
                <Button kind="quiet" size="small" onClick={() => applyOverride(app, id)}>
                  {t('badge.again')}
                </Button>
              )}
              <Button kind="secondary" size="small" onClick={() => applyOverride(app)}>
                {t('badge.leave')}
              </Button>
            </ButtonRow>
          </Stack>
        )
      })}
    </aside>
  )
}

/** A link requests another version: anyone can send such a link, so the person confirms before anything is stored. */
function Question({ applyOverride }: { applyOverride: ApplyOverride }) {
  const t = words.useT()
  const { toasts } = useShell()
  const areaName = useAreaName()
  const language = useLanguage()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [requested, setRequested] = useState<Override>()

  // Removes the request from the address: a copied or reloaded address repeats none.
  useEffect(() => {
    const rest = new URLSearchParams(search)
    if (!rest.has('use') && !rest.has('inspect')) return
    rest.delete('use')
    rest.delete('inspect')
    void navigate({ pathname, search: rest.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])

  useEffect(() => {
    void readRequestedOverride(searchAtStart).then(async wish => {
      await words.load(language)
      if (typeof wish === 'string') toasts.show(words.t(`refused.${wish}`), 'bad', refusalMs)
      else setRequested(wish)
    })
    // Asked once, in the language of that moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [toasts])
  return (
    <ConfirmDialog
      open={requested !== undefined}
      title={t('ask.title')}
      text={
        requested && (
          <>
            <p>{t('ask.text', { area: areaName(requested.app) })}</p>
            <p className="ac-med">{t('ask.release', { release: requested.id })}</p>
          </>
        )
      }
      confirm={t('ask.confirm')}
      cancel={t('ask.decline')}
      onConfirm={() => {
        // The reload ends the question. Safari cancels a reload where a dialog that closes goes back in the history.
        if (requested && !applyOverride(requested.app, requested.id)) setRequested(undefined)
      }}
      onClose={() => setRequested(undefined)}
    />
  )
}

/** The override that a link requests, or why not; undefined if it requests none. */
async function readRequestedOverride(search: string): Promise<Override | 'unclear' | 'notThere' | undefined> {
  const wishes = new URLSearchParams(search).getAll('use')
  if (wishes.length === 0) return undefined
  const parsed = wishes.length === 1 ? parseOverride(wishes[0] ?? '') : undefined
  if (!parsed) return 'unclear'
  const found = await findOverride(parsed.app, parsed.word)
  return found.found ? found : 'notThere'
}
