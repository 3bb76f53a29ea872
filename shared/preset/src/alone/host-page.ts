import type { RemoteDoor } from '@adcoin/remote'
import { openRemoteAlone } from '@adcoin/remote/alone'
import { apiDouble } from '@adcoin/testing'
// The remote that is being developed; define-remote-alone.ts says which.
import door from 'remote-door'

// Set by define-remote-alone.ts.
declare const ADCOIN_API: 'double' | 'product'

const root = document.body.appendChild(document.createElement('main'))
const opened: RemoteDoor = door
const alone = openRemoteAlone(opened, {
  root,
  prepare: () => {
    if (ADCOIN_API === 'double') apiDouble()
  },
})

// A changed route or door is drawn at the address that is open; the document stays, and what stands in session and
// cache.
import.meta.webpackHot?.accept('remote-door', () => void alone.then(draw => draw(door)))
