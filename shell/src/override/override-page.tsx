import { useEffect, useSyncExternalStore } from 'react'
import { useLanguage } from '@adcoin/i18n'
import { useLocation, useNavigate } from '@adcoin/router'
import { Button, Hint } from '@adcoin/ui'
import { useCell } from '../state/cell.ts'
import { OverrideQuestion } from './override-question.tsx'
import { isInspectorOpen, searchAtStart } from './search-at-start.ts'
import { Page as Inspector } from './inspector.tsx'
import { words, useAreaName, useNameOf } from './words.ts'
import { dropChoice } from '../composition/releases/override-choice.ts'
import type { Override } from '../composition/releases/override.ts'
import { useShell } from '../state/shell.ts'
import styles from './override.module.css'

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

/** The overrides of this browser, above the screen and in its flow, so that it covers nothing. */
function Badge() {
  const t = words.useT()
  const { composition } = useShell()
  const { overrides, log } = composition.insight
  useSyncExternalStore(composition.onChange, log)
  if (overrides().length === 0) return null
  return (
    <aside className={styles.badge} aria-label={t('badge.label')}>
      {overrides().map(override => (
        <OneOverride key={override.app} override={override} />
      ))}
    </aside>
  )
}

function OneOverride({ override }: { override: Override }) {
  const t = words.useT()
  const { app, word, entry, lacks } = override
  const { composition } = useShell()
  const areaName = useAreaName()
  const nameOf = useNameOf()
  const area = areaName(app)
  const failures = composition.insight.log().filter(each => each.app === app && each.release === entry?.active.id)
  // Reports while it is on screen (a handler that threw, missing texts) do not end it.
  const hasFailed = !entry || failures.some(({ what }) => !/^(runtime|locale):/.test(what))
  const place = word.startsWith('http:')
    ? t('badge.server', { area, address: word })
    : t('badge.release', { area, release: word })
  return (
    <div className={styles.override}>
      <Hint tone={hasFailed ? 'bad' : 'warn'}>
        {hasFailed ? t('badge.failed', { area, release: nameOf(override) }) : place}
        {lacks !== undefined && ` ${t('badge.lacks', { what: lacks })}`}
      </Hint>
      <div className={styles.ways}>
        {hasFailed && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              composition.insight.reset(app)
              window.location.reload()
            }}
          >
            {t('badge.again')}
          </Button>
        )}
        <Button
          kind="secondary"
          size="small"
          onClick={() => {
            dropChoice(() => window.localStorage, app)
            window.location.reload()
          }}
        >
          {t('badge.leave')}
        </Button>
      </div>
    </div>
  )
}
