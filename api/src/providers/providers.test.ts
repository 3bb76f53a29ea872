import { createServer, type Server } from 'node:http'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerVerifyEmail, sendRegisterCodeEmail, sendRegisterCodeMobile } from '@adcoin/contract'
import { expectOk, newMobile } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

type Sms = { to: string; text: string; reference: string; authorization: string | undefined }
const [texts, mails]: [Sms[], { envelope: string[]; source: string }[]] = [[], []]
let [gatewayStatus, gateway, smtp, service]: [
  number,
  Server | undefined,
  SMTPServer | undefined,
  TestService | undefined,
] = [200, undefined, undefined, undefined]
const running = (): TestService => {
  if (!service) throw new Error('not started')
  return service
}

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (gatewayStatus === 200)
      texts.push({ ...(JSON.parse(body) as Omit<Sms, 'authorization'>), authorization: request.headers.authorization })
    response
      .writeHead(gatewayStatus, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: `sms-${texts.length}` }))
  })
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = ''
      stream.on('data', chunk => (source += String(chunk)))
      stream.on('end', () => {
        mails.push({ envelope: session.envelope.rcptTo.map(to => to.address), source })
        done()
      })
    },
  })
  await Promise.all([
    new Promise<void>(done => gateway?.listen(0, '127.0.0.1', done)),
    new Promise<void>(done => smtp?.listen(0, '127.0.0.1', done)),
  ])
  const portOf = (address: unknown) => (address as { port: number }).port
  service = await startTestService({
    env: {
      SMS_PROVIDER: 'http',
      SMS_HTTP_URL: `http://127.0.0.1:${portOf(gateway.address())}/send`,
      SMS_HTTP_TOKEN: 'secret',
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
      EMAIL_FROM: 'Ad Coin <no-reply@example.com>',
      PUBLIC_URL: 'https://app.example.com',
    },
  })
}, 60_000)
afterAll(async () => {
  await service?.stop()
  gateway?.close()
  await new Promise<void>(done => (smtp ? smtp.close(done) : done()))
})

describe('an SMS gateway over HTTP', () => {
  it('gets the text once, with a last line for autofill on this site; the outbox drops the code', async () => {
    const mobile = newMobile()
    expectOk(await running().ask(sendRegisterCodeMobile, { mobile_sag: '+52', mobile }, { lang: 'es_MX' }))
    await running().services.jobs.runDue()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatchObject({ to: `+52${mobile}`, authorization: 'Bearer secret' })
    expect(texts[0]?.text).toMatch(/^Tu código de Ad Coin[\s\S]+\n@app\.example\.com #[0-9]{4}$/)
    const row = await running()
      .services.database.read.selectFrom('outbox')
      .selectAll()
      .where('dest', '=', `+52${mobile}`)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'sent', vars: {}, provider_ref: 'sms-1' })
  }, 30_000)

  it('that fails is tried again later with the same reference', async () => {
    gatewayStatus = 500
    const mobile = newMobile()
    expectOk(await running().ask(sendRegisterCodeMobile, { mobile_sag: '+52', mobile }))
    await running().services.jobs.runDue()
    gatewayStatus = 200
    const before = texts.length
    await running().services.jobs.runDue()
    expect(texts).toHaveLength(before)
    running().forward(6_000)
    await running().services.jobs.runDue()
    expect(texts).toHaveLength(before + 1)
    expect(texts.at(-1)).toMatchObject({ to: `+52${mobile}`, reference: expect.stringMatching(/^adcoin-[0-9]+$/) })
  }, 30_000)

  it('never gets a code that has expired', async () => {
    gatewayStatus = 500
    const mobile = newMobile()
    expectOk(await running().ask(sendRegisterCodeMobile, { mobile_sag: '+52', mobile }))
    await running().services.jobs.runDue()
    gatewayStatus = 200
    const before = texts.length
    running().forward(300_000)
    await running().services.jobs.runDue()
    expect(texts).toHaveLength(before)
    const { database } = running().services
    expect(
      await database.read
        .selectFrom('outbox')
        .select(['state', 'vars'])
        .where('dest', '=', `+52${mobile}`)
        .executeTakeFirstOrThrow(),
    ).toEqual({ state: 'failed', vars: {} })
    expect(await database.read.selectFrom('job').select('id').where('kind', 'like', 'message.send%').execute()).toEqual(
      [],
    )
  }, 30_000)
})

describe('an SMTP server', () => {
  it('delivers the code, which works', async () => {
    expectOk(await running().ask(sendRegisterCodeEmail, { email: 'ana@example.com' }, { lang: 'en_US' }))
    await running().services.jobs.runDue()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.envelope).toEqual(['ana@example.com'])
    expect(mails[0]?.source).toMatch(/^Subject: Your Ad Coin code$/m)
    const code = /account: ([0-9]{4})\./.exec(mails[0]?.source.replace(/=\r?\n/g, '') ?? '')?.[1]
    expectOk(await running().ask(registerVerifyEmail, { email: 'ana@example.com', verify_code: code ?? '' }))
  }, 30_000)

  it.each([
    'a@b.com\r\nBcc: x@y.com',
    'a@b.com,c@d.com',
    'a@b.com%00',
    '"a b"@c.com',
    'a@[127.0.0.1]',
    'a@b',
    `${'x'.repeat(10_000)}@b.com`,
  ])('never hears of %j', async email => {
    const before = mails.length
    expect(await running().askRaw(sendRegisterCodeEmail, { email })).toMatchObject({
      code: 400,
      fields: { email: 'email_invalid' },
    })
    await running().services.jobs.runDue()
    expect(mails).toHaveLength(before)
  })
})
