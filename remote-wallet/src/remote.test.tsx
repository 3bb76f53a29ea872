// @vitest-environment jsdom
import { balance, transactionList, userPaywayList, withdrawLog } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import manifest from '../remote.json' with { type: 'json' }
import remote from './remote.tsx'

describeRemote('the wallet', {
  remote,
  manifest,
  params: { ':findType': 'mobile' },
  reads: [
    ['/money', balance],
    ['/tradingList', transactionList],
    ['/cardList', userPaywayList],
    ['/withdraw', withdrawLog],
    ['/sell', balance],
  ],
})
