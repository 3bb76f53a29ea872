// @postgres
import { receiveTask, submitTask } from '@adcoin/contract'
import { WaitingSubmission } from '@adcoin/contract/operations'
import sharp, { type Sharp } from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import { makeBoundAccount, makePerson, uploadFile, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { SANDBOX_REVIEW_SECONDS: '0' } })), 60_000)
afterAll(() => service.stop())

const operate = (words: string[], flags: Record<string, string> = {}) =>
  serveOperation(service.services, words, flags, 'bea')
const listed = async (id: string) => {
  const list = v.parse(v.array(WaitingSubmission), (await operate(['review', 'list'])).data)
  return list.find(({ assignment }) => assignment === id)?.paid_before
}

async function send(person: ServicePerson, task: string, proof: object) {
  const { data } = await service.ask(receiveTask, { task_id: task }, { token: person.token })
  const input = { assignment_id: data.assignment_id, disclosure_confirmed: true, ...proof }
  const { key, fields } = await service.askRaw(submitTask, input, { token: person.token })
  return { id: data.assignment_id, key, fields }
}

async function sendPicture(person: ServicePerson, bytes: Buffer, task = 'leafy-friend') {
  return send(person, task, { file_ids: [(await uploadFile(service, person.token, bytes)).data.file_id] })
}

/** A screenshot with shapes that `seed` decides. */
function drawScreenshot(seed: number): Sharp {
  const bars = Array.from({ length: 14 }, (_, index) => {
    const [x, width] = [(seed * (index + 3) * 37) % 150, 40 + ((seed * (index + 7) * 7919) % 180)]
    return `<rect x="${x}" y="${20 + index * 40}" width="${width}" height="22" fill="#246"/>`
  })
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="360" height="600">${bars.join('')}</svg>`))
}

it('a picture that was paid before is shown to the reviewer, also in another size and encoding', async () => {
  const [ana, ben, eve] = [await makePerson(service), await makePerson(service), await makePerson(service)]
  const first = await sendPicture(ana, await drawScreenshot(3).png().toBuffer())
  expect(await listed(first.id)).toBeNull()
  await operate(['review', 'pass', first.id])
  const again = await sendPicture(
    ben,
    await drawScreenshot(3).flatten({ background: '#fff' }).resize(300).jpeg({ quality: 60 }).toBuffer(),
  )
  expect(await listed(again.id)).toMatchObject({
    times: 1,
    same: ['picture'],
    proofs: [{ assignment: first.id, user_id: ana.publicId, files: [expect.stringContaining('/files/')] }],
  })
  await operate(['review', 'pass', again.id])
  expect(await listed((await sendPicture(eve, await drawScreenshot(3).png().toBuffer())).id)).toMatchObject({
    times: 2,
  })
  const other = await sendPicture(await makePerson(service), await drawScreenshot(5).png().toBuffer())
  expect(await listed(other.id)).toBeNull()
})

it('a flat picture is the same only as the same file', async () => {
  const flat = (background: string) =>
    sharp({ create: { width: 90, height: 160, channels: 3, background } })
      .png()
      .toBuffer()
  const first = await sendPicture(await makePerson(service), await flat('#08c'))
  await operate(['review', 'pass', first.id])
  expect(await listed((await sendPicture(await makePerson(service), await flat('#08c'))).id)).toMatchObject({
    times: 1,
  })
  expect(await listed((await sendPicture(await makePerson(service), await flat('#0c8'))).id)).toBeNull()
})

it('where operators say so, a post that was paid before is refused beside its field', async () => {
  const sendPost = async (link: (username: string) => string, seed: number) => {
    const person = await makePerson(service)
    const { id, username } = await makeBoundAccount(service, person)
    await operate(['bind', 'pass', id], { fans: '5000', days: '900' })
    const proof = { account_id: id, username, homepage_link: `https://www.tiktok.com/@${username}` }
    return send(person, 'trail-video', {
      ...proof,
      video_link: link(username),
      file_ids: [(await uploadFile(service, person.token, await drawScreenshot(seed).png().toBuffer())).data.file_id],
    })
  }
  const first = await sendPost(name => `https://www.tiktok.com/@${name}/video/73011`, 7)
  await operate(['review', 'pass', first.id])
  await operate(['setting', 'set', 'repeated_proof', '"refuse"'])
  expect(await sendPost(name => `https://m.tiktok.com/@${name}/video/73011?_r=1#top`, 8)).toMatchObject({
    key: 'proof_repeated',
    fields: { video_link: 'proof_repeated' },
  })
  expect(await sendPost(name => `https://www.tiktok.com/@${name}/video/73012`, 9)).toMatchObject({ key: 'ok' })
})
