// @vitest-environment jsdom
import { deletionState, devices, getSetting, supportRegion } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import manifest from '../remote.json' with { type: 'json' }
import remote from './remote.tsx'

describeRemote('the account area', {
  remote,
  manifest,
  params: { ':findType': 'mobile' },
  reads: [
    ['/personalData', getSetting],
    ['/personalSetting?own=devices', devices],
    ['/personalSetting?own=delete', deletionState],
    ['/register', supportRegion],
  ],
})
