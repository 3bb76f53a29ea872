import { balance, taskDetail, transactionList, withdrawRequest } from '@adcoin/contract'
import { callKey, send, useCall, usePages, useSubmit, writeCache } from './index.ts'

/** Never run: `tsc` proves that each marked line does not compile, and that the others do. */
export async function checkCallTypes(): Promise<void> {
  const money = await send(balance, { fw: 'true' })
  money.amount satisfies string
  // @ts-expect-error  an amount is never a number
  money.amount satisfies number
  // @ts-expect-error  a query holds text
  await send(balance, { fw: true })
  // @ts-expect-error  a field that the call does not have
  await send(balance, { fww: 'true' })
  // @ts-expect-error  a required field is missing
  await send(withdrawRequest, { amount: '1' })
  // @ts-expect-error  no such option
  await send(balance, {}, { timeout: 1 })

  useCall(balance, {}).data?.version satisfies number | undefined
  useCall(balance, {}, { select: ({ amount }) => BigInt(amount) }).data satisfies bigint | undefined
  // @ts-expect-error  a part that was not selected
  useCall(balance, {}, { select: ({ amount }) => BigInt(amount) }).data?.version

  usePages(transactionList, { type: 'income' }).items?.[0]?.direction satisfies 'income' | 'expense' | undefined
  // @ts-expect-error  no such filter
  usePages(transactionList, { type: 'incomes' })
  usePages(taskDetail, {}, { pageOf: ({ record }) => record }).items?.[0]?.task_id satisfies string | undefined

  const { submit } = useSubmit(withdrawRequest, {
    onSuccess: ({ withdrawal }) => void (withdrawal.id satisfies string),
  })
  // @ts-expect-error  money is text
  await submit({ amount: 5 })

  callKey(transactionList, { type: 'all' })
  // @ts-expect-error  another call's input
  callKey(balance, { type: 'all' })
  // @ts-expect-error  an answer has its whole shape
  writeCache(balance, {}, () => ({ amount: '1' }))
}
