import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Button, Empty, Main, Screen, TopLine } from '@adcoin/ui'
import { appPaths } from './paths.ts'
import { sharedTexts } from './texts.ts'

/** Number of them on screen: during a transition both may be. */
let shown = 0
const listeners = new Set<() => void>()

/**
 * The screen of a path that leads nowhere. The shell shows it for unknown paths, a remote for a parameter that it does
 * not know.
 */
export function NotFound() {
  const t = sharedTexts.useT()
  useLayoutEffect(() => {
    changeCount(1)
    return () => changeCount(-1)
  }, [])
  return (
    <Screen>
      <TopLine title={t('notFound.title')} />
      <Main>
        <Empty
          text={t('notFound.text')}
          action={
            <Button kind="primary" to={appPaths.home}>
              {t('notFound.home')}
            </Button>
          }
        />
      </Main>
    </Screen>
  )
}

function changeCount(change: 1 | -1): void {
  shown += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * For the shell: what the document is called while that screen is shown, by the shell or by a remote; only a remote
 * knows which of its parameters lead nowhere.
 */
export function useNotFoundTitle(): string | undefined {
  const t = sharedTexts.useT()
  return useSyncExternalStore(subscribe, () => shown > 0) ? t('notFound.title') : undefined
}
