import { Button, Empty, Main, Screen, TopLine } from '@adcoin/ui'
import { useDocumentTitle } from './document-title.ts'
import { appPaths } from './paths.ts'
import { sharedTexts } from './texts.ts'

/**
 * The screen of a path that leads nowhere. The shell shows it for unknown paths, a remote for a parameter that it does
 * not know.
 */
export function NotFound() {
  const t = sharedTexts.useT()
  useDocumentTitle(t('notFound.title'))
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
