// @vitest-environment jsdom
import { agentQuery, agentState, getSetting } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import card from '../remote.json' with { type: 'json' }
import door from './remote.tsx'

describeRemote('the team area', {
  door,
  card,
  reads: [
    ['/team', agentState],
    ['/teamList', agentQuery],
    ['/invite', getSetting],
    ['/bindInvite', getSetting],
  ],
})
