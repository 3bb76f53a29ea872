import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { crc32, deflateSync } from 'node:zlib'

/**
 * upload-flood.ts <address> <seconds> <token,token,…>: eight uploads at once, each a PNG whose 2,500 comments unpack to
 * 4 MiB each. It runs in its own process, so that the flood does not slow the measurement. Prints one line of JSON.
 */
// An attacker does not compute on the processors of the service.
setPriority(19)
const [url = '', seconds = '5', tokens = ''] = process.argv.slice(2)
const people = tokens.split(',')

function createChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const side = 64
const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])
const bomb = deflateSync(Buffer.alloc(4 * 1024 * 1024 - 16), { level: 9 })
const comment = createChunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), bomb]))
const comments = Buffer.concat(Array.from({ length: 2_500 }, () => comment))
const pixels = createChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + 3 * side))))

/** Another file each time: the same bytes would be the same file. */
const createPng = (): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    createChunk('tEXt', Buffer.from(`k\0${randomBytes(8).toString('hex')}`)),
    comments,
    pixels,
    createChunk('IEND', Buffer.alloc(0)),
  ])

let [answers, failed, turn] = [0, 0, 0]
const until = performance.now() + Number(seconds) * 1000
async function send(): Promise<void> {
  while (performance.now() < until) {
    const form = new FormData()
    form.append('purpose', 'proof')
    form.append('file', new Blob([new Uint8Array(createPng())], { type: 'image/png' }), 'a.png')
    turn += 1
    const headers = { 'authorized-key': people[turn % people.length] ?? '' }
    const response = await fetch(`${url}/app/upload`, { method: 'POST', headers, body: form })
    const { code } = (await response.json()) as { code: number }
    answers += 1
    // 429: there was no room in the queue, which is an answer.
    if (code !== 0 && code !== 429) failed += 1
  }
}
await Promise.all(Array.from({ length: 8 }, send))
process.stdout.write(`${JSON.stringify({ answers, failed })}\n`)
