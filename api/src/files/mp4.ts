import { FileRefused, limits } from './limits.ts'

/**
 * Boxes in which phones store place, owner and device. They are emptied, not cut out: the offsets of the samples stay
 * right.
 */
const personal = new Set(['udta', 'meta', 'uuid', 'cprt', 'XMP_'])
const containers = new Set(['moov', 'trak', 'mdia', 'minf'])
const known = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'moof',
  'mfra',
  'sidx',
  'ssix',
  'styp',
  'emsg',
  'pdin',
  'prft',
  ...personal,
])

/**
 * Checks that the file is a whole MP4 (boxes that end where the file ends, a `moov` and a `mdat`, nothing else between)
 * and empties its metadata in place.
 * @throws FileRefused `file_broken`, also for more than `limits.parts` boxes
 */
export function cleanMp4(bytes: Buffer): void {
  const seen = new Set<string>()
  let boxes = 0
  walk(bytes, 0, bytes.length, 0, (kind, depth) => {
    boxes += 1
    if (boxes > limits.parts || (depth === 0 && !known.has(kind))) throw new FileRefused('file_broken')
    if (depth === 0) seen.add(kind)
  })
  if (!seen.has('moov') || !(seen.has('mdat') || seen.has('moof'))) throw new FileRefused('file_broken')
}

type Look = (kind: string, depth: number) => void

function walk(bytes: Buffer, start: number, end: number, depth: number, look: Look): void {
  for (let at = start; at < end;) {
    const box = boxAt(bytes, at, end)
    look(box.kind, depth)
    if (personal.has(box.kind)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, box.body, box.end)
    } else if (containers.has(box.kind) && depth < 6) walk(bytes, box.body, box.end, depth + 1, look)
    at = box.end
  }
}

function boxAt(bytes: Buffer, at: number, end: number): { kind: string; body: number; end: number } {
  if (at + 8 > end) throw new FileRefused('file_broken')
  const short = bytes.readUInt32BE(at)
  const kind = bytes.toString('latin1', at + 4, at + 8)
  const isLong = short === 1
  if (isLong && at + 16 > end) throw new FileRefused('file_broken')
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
  const body = at + (isLong ? 16 : 8)
  if (at + size > end || at + size < body) throw new FileRefused('file_broken')
  return { kind, body, end: at + size }
}
