// @vitest-environment jsdom
import { balance, transactionList, userPaywayList, withdrawLog } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import card from '../remote.json' with { type: 'json' }
import door from './remote.tsx'

describeRemote('the wallet', {
  door,
  card,
  params: { ':findType': 'mobile' },
  reads: [
    ['/money', balance],
    ['/tradingList', transactionList],
    ['/cardList', userPaywayList],
    ['/withdraw', withdrawLog],
    ['/sell', balance],
  ],
})
