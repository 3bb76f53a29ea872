import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callService } from './earner.ts'
import type { createOperator } from './operator.ts'
import { rootFolder } from './product.ts'
import { createTestAccount } from './test-account.ts'

const film = join(rootFolder, 'api/src/catalogue/media/trail-sample.mp4')

/** A person submits a film, which then waits for an operator; their account was linked by the command. */
export async function sendFilmProof(url: string, operate: ReturnType<typeof createOperator>): Promise<void> {
  const { token, mobile } = await createTestAccount(url, operate)
  const callOwn = (path: string, body: object) => callService(url, token, path, body)
  const username = `film${mobile}`
  const homepage_link = `https://www.tiktok.com/@${username}`
  const { id: account_id } = await callOwn('/app/app/bind_account', { platform: 'tiktok', username, homepage_link })
  await operate.ops('bind', 'pass', String(account_id), '--fans', '5000', '--days', '900')
  const { assignment_id } = await callOwn('/app/app/task/receive', { task_id: 'trail-video' })
  await callOwn('/app/app/task/submitting', {
    ...{ assignment_id, account_id, username, homepage_link, disclosure_confirmed: true },
    video_link: `${homepage_link}/video/7302`,
    file_ids: [await uploadFilm(url, token)],
  })
}

async function uploadFilm(url: string, token: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'proof')
  form.set('file', new Blob([readFileSync(film)], { type: 'video/mp4' }), 'proof.mp4')
  const headers = { 'authorized-key': token, lang: 'en_US', 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(`${url}/app/upload`, { method: 'POST', headers, body: form })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { file_id: string } }
  if (code !== 0) throw new Error(`the film was not taken: ${code} ${msg}`)
  return data.file_id
}
