import { bindStatuses, reviewStatuses } from '@adcoin/contract'

/** The service's own answers to a person, fetched beside the browser and past all faults but those of the service. */
export type ServiceSide = ReturnType<typeof createServiceSide>

type Envelope<Data> = { readonly code: number; readonly msg: string; readonly data: Data }
type Task = { readonly id: string; readonly reward: string }
type Detail = { review_status: number | null; submit_fields: string[]; assignment_id: string | null; reward: string }

/** @param token  gives that of the browser, as it is now */
export function createServiceSide(url: string, token: () => string) {
  async function call<Data>(path: string, body?: object): Promise<Data> {
    const headers = {
      'content-type': 'application/json',
      lang: 'en_US',
      'authorized-key': token(),
      'idempotency-key': crypto.randomUUID(),
    }
    const signal = AbortSignal.timeout(20_000)
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = (await (await fetch(url + path, { headers, signal, ...sent })).json()) as Envelope<Data>
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`)
    return answer.data
  }
  const fetchDetail = async (id: string) =>
    (await call<{ detail: Detail }>(`/app/app/task/detail?task_id=${encodeURIComponent(id)}`)).detail

  return {
    call,
    detail: fetchDetail,
    async isBound() {
      const { list } = await call<{ list: { bind_status?: number }[] }>('/app/app/bind_account')
      return list.some(({ bind_status }) => bind_status === bindStatuses.bound)
    },
    isPassed: async (id: string) => (await fetchDetail(id)).review_status === reviewStatuses.passed,
    /** A task that asks for no file. */
    async easyTask(): Promise<Task> {
      const { list } = await call<{ list: Task[] }>('/app/app/task/list')
      for (const task of list) {
        const { submit_fields, reward } = await fetchDetail(task.id)
        if (!submit_fields.includes('files')) return { id: task.id, reward }
      }
      throw new Error('no task without a file')
    },
    async money() {
      const { amount, hold } = await call<{ amount: string; hold: string }>('/app/user/finance/balance')
      const { list } = await call<{ list: unknown[] }>('/app/w/log')
      return { amount, hold, withdrawals: list.length }
    },
  }
}
