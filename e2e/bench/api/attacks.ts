import { fork } from 'node:child_process'
import { join } from 'node:path'
import { endService, readFirstLine } from '../measured-service.ts'
import { measureUnderAttack, type Attack, type MeasuredService } from './measure-under-attack.ts'

/** Floods of logins and of hostile pictures at the service; slow readers and slow posts at our gateway before it. */
export async function measureAttacks(
  measured: MeasuredService,
  tokens: readonly string[],
  rounds: number,
): Promise<void> {
  const logins = { name: 'under a flood of logins', script: 'login-flood.ts', fillMs: 1_000, args: [] }
  const pictures = { ...logins, name: 'under a flood of hostile pictures', script: 'upload-flood.ts' }
  await measureUnderAttack(measured, logins, rounds)
  await measureUnderAttack(measured, { ...pictures, args: [tokens.join(',')] }, rounds)
  const gateway = fork(join(import.meta.dirname, 'gateway.ts'), [measured.service], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const behind = { ...measured, service: await readFirstLine<string>(gateway) }
    await measureUnderAttack(behind, await createSlowReads(measured.service, tokens), rounds)
    await measureUnderAttack(behind, createSlowPosts(tokens), rounds)
  } finally {
    await endService(gateway)
  }
}

const slow = { script: 'slow-flood.ts', fillMs: 4_000 }

/** More films than may be sent at once: every person may read 24 of theirs. */
async function createSlowReads(service: string, tokens: readonly string[]): Promise<Attack> {
  const links: string[] = []
  for (const token of tokens) links.push(await sendFilm(service, token))
  const requests = links.map(link => `GET ${link} HTTP/1.1\r\nHost: adcoin\r\n\r\n`)
  const pipelined = requests.map(request => request.repeat(20))
  return { ...slow, name: 'under slow readers', args: [JSON.stringify([...requests, ...pipelined])] }
}

function createSlowPosts(tokens: readonly string[]): Attack {
  const describe = (path: string, type: string, token: string) =>
    `POST ${path} HTTP/1.1\r\nHost: adcoin\r\nAuthorized-Key: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 4000\r\n\r\n`
  const requests = tokens.flatMap(token => [
    describe('/app/user/login/email', 'application/json', token),
    describe('/app/upload', 'multipart/form-data; boundary=x', token),
  ])
  return { ...slow, name: 'under slow posts', args: [JSON.stringify(requests), 'drip'] }
}

/** Larger than what the buffers of the connections take. */
async function sendFilm(service: string, token: string): Promise<string> {
  const createBox = (kind: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + body.length)
    head.write(kind, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const film = [createBox('ftyp', Buffer.from('isom\0\0\0\0isom')), createBox('moov', Buffer.alloc(0))]
  const form = new FormData()
  form.append('purpose', 'proof')
  form.append(
    'file',
    new Blob([...film, createBox('mdat', Buffer.alloc(19_900_000, 7))], { type: 'video/mp4' }),
    'a.mp4',
  )
  const headers = { 'authorized-key': token }
  const response = await fetch(`${service}/app/upload`, { method: 'POST', headers, body: form })
  return ((await response.json()) as { data: { url: string } }).data.url
}
