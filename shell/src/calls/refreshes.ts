import { balance, Balance, getSetting, userState, UserSetting } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { callKey, queryClient, refresh, seedFromPage } from '@adcoin/http'
import type { SessionWriter } from '@adcoin/session'
import * as v from 'valibot'
import { takeAnswers } from '../take-over.ts'
import { reload, wholeBalance } from './reloads.ts'

/**
 * Keeps the session's copies of user and money true: they follow the cache, whichever screen asked, and what remotes
 * report over the bus makes the shell ask again.
 */
export function startRefreshes(writer: SessionWriter): () => void {
  const scope = bus.scope('shell')
  for (const name of ['auth.profileChanged', 'team.inviterBound', 'wallet.tradingPasswordChanged'] as const)
    scope.on(name, () => void reload(getSetting, {}).catch(ignoreFailure))
  scope.on('tasks.rewardPaid', () => {
    void reload(balance, wholeBalance).catch(ignoreFailure)
    void refresh(userState)
  })
  const follow = ({ queryKey: [method, path], state: { data } }: Cached) => {
    if (isKeyOfCall(balance, method, path)) acceptIfValid(Balance, data, writer.setMoney)
    if (isKeyOfCall(getSetting, method, path)) acceptIfValid(UserSetting, data, writer.setUser)
  }
  takeAnswers(seedFromPage, [
    [balance, wholeBalance],
    [getSetting, {}],
  ])
  queryClient.getQueryCache().getAll().forEach(follow)
  const unfollow = queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') follow(event.query)
  })
  return () => {
    scope.end()
    unfollow()
  }
}

const ignoreFailure = () => undefined

/** A query of the cache. */
type Cached = { readonly queryKey: readonly unknown[]; readonly state: { readonly data: unknown } }

function isKeyOfCall(call: typeof balance | typeof getSetting, method: unknown, path: unknown): boolean {
  const key = callKey(call)
  return key[0] === method && key[1] === path
}

function acceptIfValid<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  accept: (value: v.InferOutput<Schema>) => void,
): void {
  const parsed = v.safeParse(schema, data)
  if (parsed.success) accept(parsed.output)
}
