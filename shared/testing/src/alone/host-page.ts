import type { RemoteModule } from '@adcoin/remote'
import { openRemoteAlone } from '@adcoin/remote/alone'
// The remote that is being developed; define-remote-alone.ts sets it.
import module from 'remote-module'
import { apiDouble } from '../api-double.ts'

apiDouble()
const opened: RemoteModule = module
const alone = openRemoteAlone(opened)

// A changed route or entry is drawn at the open address; the document stays, with session and cache.
import.meta.webpackHot?.accept('remote-module', () => void alone.then(draw => draw(module)))
