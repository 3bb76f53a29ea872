import { pushKey } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { useCall } from '@adcoin/http'
import { defineDraft } from '@adcoin/remote/pages'
import { IconButton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import * as v from 'valibot'
import { useT } from '../texts.ts'

/** The way to the notifications of this device, until it is dismissed. Nothing where the service has no key for them. */
export function PushOffer() {
  const t = useT()
  const [isDismissed, setDismissed] = useState(() => dismissed.read() ?? false)
  const { data } = useCall(pushKey, {}, { enabled: !isDismissed, errors: 'page' })
  if (isDismissed || !data?.public_key) return null
  return (
    <List label={t('push.offer')}>
      <Row
        icon="phone"
        tone="accent"
        title={t('push.offer')}
        to={appPaths.notifications}
        end={
          <IconButton
            icon="close"
            label={t('push.dismiss')}
            onClick={() => {
              dismissed.save(true)
              setDismissed(true)
            }}
          />
        }
      />
    </List>
  )
}

const dismissed = defineDraft({ owner: 'tasks', name: 'pushOffer', version: 1, schema: v.literal(true) })
