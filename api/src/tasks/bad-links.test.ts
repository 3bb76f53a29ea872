import { apiCodes, bindAccount, boundAccounts, receiveTask, submitTask, taskDetail } from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../testing/file-samples.ts'
import { allMessages } from '../refusals/languages.ts'
import { makeBoundAccount, makePerson, uploadFile, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
let ana: ServicePerson
let proof: { assignment_id: string; account_id: string; username: string; homepage_link: string; file_ids: string[] }
beforeAll(async () => {
  service = await startTestService()
  ana = await makePerson(service)
  const account = await makeBoundAccount(service, ana)
  const { data } = await service.ask(receiveTask, { task_id: 'trail-video' }, { token: ana.token })
  proof = {
    assignment_id: data.assignment_id,
    account_id: account.id,
    username: account.username,
    homepage_link: account.link,
    file_ids: [(await uploadFile(service, ana.token, await picture('png'))).data.file_id],
  }
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const send = (videoLink: unknown, lang = 'en_US') =>
  service.askRaw(
    submitTask,
    { ...proof, video_link: videoLink, disclosure_confirmed: true },
    { token: ana.token, lang },
  )

// Source: bad-inputs.md 4.6.
const bad: readonly [string, string][] = [
  ['a script', 'javascript:alert(1)'],
  ['a host that only looks like it', 'https://tiktok.com%2eevil.com/1'],
  ['a subdomain of another', 'https://tiktok.com.evil.com/1'],
  ['a user in front', 'https://tiktok.com@evil.com/1'],
  ['a bare host', 'tiktok.com/@me'],
  ['look-alike letters', 'https://tіktok.com/1'],
  ['2,049 letters', `https://tiktok.com/${'a'.repeat(2_030)}`],
  ['nothing', ''],
]

describe('a link of proof', () => {
  it.each(bad)('that is %s is refused at its field, with a sentence in each language', async (_, link) => {
    for (const lang of apiCodes) {
      const answer = await send(link, lang)
      expect(answer.status).toBe(200)
      expect([400, 3007]).toContain(answer.code)
      expect(Object.keys(answer.fields ?? {})).toEqual(['video_link'])
      const { fields, errors } = allMessages[lang]
      expect(answer.msg.startsWith(fields.video_link) || answer.msg === errors.link_invalid).toBe(true)
      expect(answer.msg).not.toContain('<')
    }
  })

  it('changed nothing so far; a right one is upgraded to https and taken', async () => {
    expect(
      (await service.ask(taskDetail, { assignment_id: proof.assignment_id }, { token: ana.token })).data.detail,
    ).toMatchObject({ exec_status: 0, submission: null })
    expect((await send(' http://www.tiktok.com/@ana/video/7 ')).code).toBe(0)
    expect(
      (await service.ask(taskDetail, { assignment_id: proof.assignment_id }, { token: ana.token })).data.detail
        ?.submission?.video_link,
    ).toBe('https://www.tiktok.com/@ana/video/7')
  })
})

describe('a username', () => {
  it.each(['<script>alert(1)</script>', '{{7*7}}', "'; DROP TABLE task;--", 'Ω≈ç√∫˜µ≤≥÷', '👩‍👩‍👧‍👦', '=HYPERLINK("x")'])(
    'like %j is refused: no profile has it',
    async username => {
      const homepage_link = `https://www.tiktok.com/@${encodeURIComponent(username)}`
      const { token } = await makePerson(service)
      expect(await service.ask(bindAccount, { platform: 'tiktok', username, homepage_link }, { token })).toMatchObject({
        key: 'bind_name',
      })
    },
  )

  it.each(['null', '__proto__', '田中さんにあげて下さい', 'a'.repeat(100)])(
    'like %j is kept as text',
    async username => {
      const homepage_link = `https://www.tiktok.com/@${encodeURIComponent(username)}`
      const { token } = await makePerson(service)
      const answer = await service.ask(bindAccount, { platform: 'tiktok', username, homepage_link }, { token })
      expect(answer.code).toBe(0)
      expect((await service.ask(boundAccounts, {}, { token })).data.list[0]?.username).toBe(username)
    },
  )

  it('loses what would turn the text around it', async () => {
    const ben = await makePerson(service)
    await service.ask(
      bindAccount,
      { platform: 'tiktok', username: '\u202etxet\u202c', homepage_link: 'https://tiktok.com/@txet' },
      { token: ben.token },
    )
    expect((await service.ask(boundAccounts, {}, { token: ben.token })).data.list[0]?.username).toBe('txet')
  })

  it.each(['', ' ', 'a'.repeat(101), '\u200b', '\u202e'])('like %j is refused', async username => {
    expect(
      await service.askRaw(
        bindAccount,
        { platform: 'tiktok', username, homepage_link: 'https://tiktok.com/@x' },
        { token: (await makePerson(service)).token },
      ),
    ).toMatchObject({ code: 400, fields: { username: expect.any(String) } })
  })
})
