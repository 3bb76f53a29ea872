import type { RemoteDoor } from '@adcoin/remote'
import { openRemoteAlone } from '@adcoin/remote/alone'
import { apiDouble } from '@adcoin/testing'
// The remote that is being developed; define-remote-alone.ts says which.
import door from 'remote-door'

// Set by define-remote-alone.ts.
declare const ADCOIN_API: 'double' | 'product'

const root = document.body.appendChild(document.createElement('main'))
const opened: RemoteDoor = door
void openRemoteAlone(opened, {
  root,
  prepare: () => {
    if (ADCOIN_API === 'double') apiDouble()
  },
})
