import { useHost } from '@adcoin/remote'
import { ConfirmDialog, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'

export function LogoutRow() {
  const t = useT()
  const host = useHost()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Row icon="logout" title={t('settings.logout')} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        title={t('settings.logoutTitle')}
        text={t('settings.logoutText')}
        confirm={t('settings.logout')}
        danger
        onConfirm={() => {
          setAsking(false)
          void host.signOut()
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
