// @vitest-environment jsdom
import { deletionState, devices, getSetting, supportRegion } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import card from '../remote.json' with { type: 'json' }
import door from './remote.tsx'

describeRemote('the account area', {
  door,
  card,
  params: { ':findType': 'mobile' },
  reads: [
    ['/personalData', getSetting],
    ['/personalSetting', devices],
    ['/personalSetting?own=delete', deletionState],
    ['/register', supportRegion],
  ],
})
