import {
  balance,
  countryCode,
  getSetting,
  launch,
  userState,
  type Call,
  type RequestOf,
  type ResponseOf,
} from '@adcoin/contract'
import { callKey, queryClient, send } from '@adcoin/http'

/** The balance with price and limits, as the wallet asks for it. */
export const wholeBalance = { fw: 'true' } as const satisfies RequestOf<typeof balance>

/**
 * After a login, in parallel: balance, amount, user settings, launch info, country code. Each one that fails is left to
 * the screen that needs it; none undoes the login. Source: specification.md 4, rulings.md R3.
 */
export async function reloadAfterLogin(): Promise<void> {
  await Promise.allSettled([
    reload(balance, wholeBalance),
    reload(userState, {}),
    reload(getSetting, {}),
    reload(launch, {}),
    reload(countryCode, {}),
  ])
}

/**
 * Repeats a call in the background, without loader and toast, and caches the answer. It takes no signal: the screen that
 * showed the last answer may leave, and would end the request. `send` ends it with the session.
 */
export async function reload<C extends Call>(call: C, input: RequestOf<C>): Promise<ResponseOf<C>> {
  return await queryClient.fetchQuery<ResponseOf<C>>({
    queryKey: callKey(call, input),
    staleTime: 0,
    retry: false,
    queryFn: () => send(call, input, { loader: false, errors: 'page' }),
  })
}
