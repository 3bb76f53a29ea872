// @vitest-environment jsdom
import { boundAccounts, taskDetail, taskList } from '@adcoin/contract'
import { describeRemote } from '@adcoin/testing/suite'
import manifest from '../remote.json' with { type: 'json' }
import remote from './remote.tsx'

describeRemote('the tasks area', {
  remote,
  manifest,
  params: { ':taskId': 't_1' },
  reads: [
    ['/home', taskList],
    ['/taskList', taskList],
    ['/task/t_1', taskDetail],
    ['/adRecord', taskDetail],
    ['/bindAccount', boundAccounts],
  ],
})
