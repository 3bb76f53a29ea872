import { spawnSync } from 'node:child_process'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PushData } from '@adcoin/contract'
import * as v from 'valibot'

type ReceivedPush = {
  readonly path: string
  readonly topic: string | undefined
  readonly ttl: number
  readonly authorization: string
  readonly body: Buffer
}

/** A push service on this machine, over HTTPS; `answer` is its next status, undefined: it never answers. */
export async function startPushService() {
  const { key, cert } = makeCertificate()
  const received: ReceivedPush[] = []
  let answer: (path: string) => number | undefined = () => 201
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({
        path: url,
        topic: headers['topic'] as string | undefined,
        ttl: Number(headers['ttl']),
        authorization: headers.authorization ?? '',
        body: Buffer.concat(chunks),
      })
      const status = answer(url)
      if (status !== undefined) response.writeHead(status, { location: 'https://localhost/elsewhere' }).end('x')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  globalAgent.options.ca = cert
  return {
    host,
    received,
    /** For another process that must trust it. */
    certificate: cert,
    answers: (next: typeof answer) => void (answer = next),
    async stop() {
      delete globalAgent.options.ca
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

/** A certificate of `localhost` that this process trusts by hand. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-push-'))
  try {
    const [cert, key] = [join(folder, 'own.pem'), join(folder, 'own.key')]
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = spawnSync('openssl', [...words, ...names, '-out', cert, '-keyout', key])
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${String(made.stderr)}`)
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A browser's side of a subscription: its keys, and the decryption of RFC 8291. */
export function createPushDevice() {
  const own = createECDH('prime256v1')
  const point = own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    read({ body }: ReceivedPush): PushData {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const shared = own.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
      const derived = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const contentKey = hkdfSync('sha256', derived, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = hkdfSync('sha256', derived, salt, 'Content-Encoding: nonce\0', 12)
      const sealed = body.subarray(21 + sender.length)
      const decipher = createDecipheriv('aes-128-gcm', Buffer.from(contentKey), Buffer.from(nonce))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return v.parse(v.strictObject(PushData.entries), JSON.parse(padded.subarray(0, -1).toString('utf8')))
    },
  }
}
