import { useState } from 'react'
import { openStorage, useSession } from '@adcoin/session'
import { Button } from '@adcoin/ui'
import { Card, Stack } from '@adcoin/ui/pages'
import { useCell } from '../state/cell.ts'
import { texts } from '../texts.ts'
import { installOffer } from './install-offer.ts'
import styles from './install.module.css'

/** Stored per browser, for every person: the offer is not shown again after it was dismissed. */
const dismissedKey = 'adcoin.install'
const storage = openStorage(() => window.localStorage)

/** The offer to install, once there is a first reward; quiet, and gone for good when it is dismissed. */
export function Page() {
  const t = texts.useT()
  const offer = useCell(installOffer)
  const hasReward = useSession(state => state.money !== null && state.money.amount !== '0')
  const [isDismissed, setDismissed] = useState(() => storage.get(dismissedKey) === 'no')
  if (!offer || !hasReward || isDismissed) return null
  const install = async () => {
    // A prompt can be shown once; the browser sends another one when it sees fit.
    installOffer.set(null)
    await offer.prompt()
  }
  const dismiss = () => {
    storage.set(dismissedKey, 'no')
    setDismissed(true)
  }
  return (
    <aside className={styles.offer} aria-label={t('install.title')}>
      <Card>
        <Stack gap={3}>
          <p className="ac-med">{t('install.title')}</p>
          <div className={styles.answers}>
            <Button size="small" onClick={() => void install()}>
              {t('install.yes')}
            </Button>
            <Button kind="secondary" size="small" onClick={dismiss}>
              {t('install.no')}
            </Button>
          </div>
        </Stack>
      </Card>
    </aside>
  )
}
