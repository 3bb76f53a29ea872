// @vitest-environment jsdom
import { agentQuery, agentState, getSetting } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import manifest from '../remote.json' with { type: 'json' }
import remote from './remote.tsx'

describeRemote('the team area', {
  remote,
  manifest,
  reads: [
    ['/team', agentState],
    ['/teamList', agentQuery],
    ['/invite', getSetting],
    ['/bindInvite', getSetting],
  ],
})
