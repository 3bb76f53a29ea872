import { bindAccount, upload, type ResponseOf } from '@adcoin/contract'
import { bindInviter } from '../accounts/invitation.ts'
import { readBalances } from '../ledger/ledger.ts'
import { createRandomId, createInviteCode, createUserId } from '../secrets/create-token.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { openSession } from '../sessions/session.ts'
import type { TestAnswer, TestService } from './start-service.ts'

export type ServicePerson = {
  readonly id: bigint
  readonly publicId: string
  readonly inviteCode: string
  readonly token: string
}

/** A signed-in person, as a registration would leave them; invited by another if one is given. */
export async function makePerson(
  { services }: TestService,
  { invitedBy, country = 'MX' }: { invitedBy?: { readonly inviteCode: string }; country?: string } = {},
): Promise<ServicePerson> {
  const publicId = createUserId()
  const inviteCode = createInviteCode()
  return services.database.transaction(async tx => {
    const { id } = await tx
      .insertInto('app_user')
      .values({
        public_id: publicId,
        email_norm: `${createRandomId()}@example.com`,
        country_code: country,
        invite_code: inviteCode,
        created_at: services.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (invitedBy) await bindInviter(tx, id, invitedBy.inviteCode, services.now())
    const client = { ip: '127.0.0.1', userAgent: 'test' }
    const { token } = await openSession(tx, await lockPerson(tx, id), 'email', client, services.now())
    return { id, publicId, inviteCode, token }
  })
}

/** Lets time pass and does everything that is due then: reviews, bindings, deadlines. */
export async function passTime(service: TestService, seconds: number): Promise<void> {
  service.forward(seconds * 1000)
  await service.services.jobs.runDue()
}

export async function readCoin(service: TestService, person: ServicePerson): Promise<string> {
  return String((await readBalances(service.services.database.read, person.id)).amount)
}

/** Begins what comes back by itself (deadlines); the runner that would begin it does not run in tests. */
export async function beginRecurring({ services }: TestService, kind: string): Promise<void> {
  await services.database.transaction(async tx => services.jobs.enqueue(tx, { kind, uniqueKey: `every:${kind}` }))
}

/** A bound account; its answer waits for the sandbox. */
export async function makeBoundAccount(
  service: TestService,
  person: ServicePerson,
  username = `ana${createRandomId()}`,
  platform = 'tiktok',
): Promise<{ id: string; username: string; link: string }> {
  const link = `https://www.tiktok.com/@${username}`
  const { data } = await service.ask(bindAccount, { platform, username, homepage_link: link }, { token: person.token })
  await passTime(service, 6)
  return { id: data.id, username, link }
}

type Upload = ResponseOf<typeof upload>
export type UploadPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly fileName: string; readonly type: string; readonly bytes: Buffer }

/** A multipart body, part by part as given. */
export function encodeMultipart(parts: readonly UploadPart[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'adcoin-test-boundary'
  const chunks = parts.map(part =>
    'value' in part
      ? Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"\r\n\r\n${part.value}\r\n`)
      : Buffer.concat([
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"; filename="${part.fileName}"\r\nContent-Type: ${part.type}\r\n\r\n`,
          ),
          part.bytes,
          Buffer.from('\r\n'),
        ]),
  )
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export async function uploadParts(
  { app }: TestService,
  token: string | undefined,
  parts: readonly UploadPart[],
): Promise<TestAnswer<Upload> & { status: number }> {
  const { payload, headers } = encodeMultipart(parts)
  const response = await app.inject({
    method: 'POST',
    url: upload.path,
    headers: { ...headers, ...(token === undefined ? {} : { 'authorized-key': token }) },
    payload,
  })
  const body = response.json<{
    code: number
    msg: string
    data: (Upload & { fields?: Record<string, string>; retry_after?: number }) | null
  }>()
  return {
    status: response.statusCode,
    code: body.code,
    key: undefined,
    msg: body.msg,
    data: body.data as Upload,
    fields: body.data?.fields,
    retryAfter: body.data?.retry_after,
  }
}

export function uploadFile(
  service: TestService,
  token: string | undefined,
  bytes: Buffer,
  purpose = 'proof',
  type = 'image/png',
): Promise<TestAnswer<Upload>> {
  return uploadParts(service, token, [
    { name: 'purpose', value: purpose },
    { name: 'file', fileName: 'proof.png', type, bytes },
  ])
}
