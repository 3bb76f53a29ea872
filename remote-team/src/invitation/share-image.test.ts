import { apiCodes } from '@adcoin/contract'
import { readFileSync } from 'node:fs'
import { encode } from 'uqr'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawCard, cardBoxes } from './share-image.ts'

type Drawn = { text: string; left: number; right: number; top: number; bottom: number }
type Fill = { path: string; x: number; y: number; scale: number }

const link = 'https://adcoin.example/register?invite_code=W8KM2XQ9P'
const names = ['Ana', 'Wilhelmina-Konstanze', 'चित्रा विश्वनाथन', '王小明王小明王小明王小明王小明王小明王小']
/** Average widths of letters in em: Roboto, a wide font, and the widest that phones have. */
const fonts = [0.54, 0.64, 0.74]

/** A pen that measures like a font and keeps what was drawn. */
function penOf(widthOfLetter: number) {
  const drawn: Drawn[] = []
  const fills: Fill[] = []
  let [x, y, scale] = [0, 0, 1]
  const sizeOf = (font: string) => Number(/(\d+)px/.exec(font)?.[1])
  const pen = {
    font: '',
    measureText: (text: string) => ({
      width:
        [...text].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 1 : widthOfLetter), 0) *
        sizeOf(pen.font),
    }),
    fillText(text: string, left: number, base: number, widest = Infinity) {
      const size = sizeOf(pen.font)
      const width = Math.min(widest, pen.measureText(text).width)
      drawn.push({ text, left: left, right: left + width, top: base - size, bottom: base + 0.25 * size })
    },
    translate: (right: number, down: number) => void ([x, y] = [x + right, y + down]),
    scale: (by: number) => void (scale = by),
    save: () => void ([x, y, scale] = [0, 0, 1]),
    fill: ({ path }: { path: string }) => fills.push({ path, x, y, scale }),
  }
  const nothing = () => undefined
  for (const name of ['fillRect', 'beginPath', 'arc', 'stroke', 'restore']) Object.assign(pen, { [name]: nothing })
  return { pen: pen as unknown as CanvasRenderingContext2D, drawn, fills }
}

beforeEach(() => {
  vi.stubGlobal(
    'Path2D',
    class {
      readonly path: string
      constructor(path: string) {
        this.path = path
      }
    },
  )
})

describe.each(apiCodes)('the invitation in %s', language => {
  const { invite } = JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8')) as {
    invite: Record<'headline' | 'code' | 'scan', string>
  }

  it.each(fonts)('keeps every text whole and apart from the others with letters of %f em', font => {
    for (const name of names) {
      const { pen, drawn } = penOf(font)
      const headline = invite.headline.replace('{{name}}', name)
      drawCard(pen, link, 'W8KM2XQ9P', { headline, codeLabel: invite.code, scan: invite.scan })
      const plain = (text: string) => text.replaceAll(/\s/g, '')
      const all = plain(drawn.map(({ text }) => text).join(''))
      for (const text of [headline, invite.code, invite.scan, 'W8K M2X Q9P', 'adcoin.example'])
        expect(all).toContain(plain(text))
      const { qr } = cardBoxes
      const boxes = [
        ...drawn,
        { text: 'QR', left: qr.left, right: qr.left + qr.width, top: qr.top, bottom: qr.top + qr.height },
      ]
      for (const box of boxes) {
        expect([box.left >= 60, box.right <= 1080 - 60, box.bottom <= 1350], box.text).toEqual([true, true, true])
        for (const other of boxes)
          if (other !== box)
            expect(
              box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top,
              `${box.text} over ${other.text}`,
            ).toBe(true)
      }
    }
  })
})

it('draws the QR code of the link on whole pixels, with four quiet modules', () => {
  const { pen, fills } = penOf(0.6)
  drawCard(pen, link, 'W8KM2XQ9P', { headline: 'Earn', codeLabel: 'Code', scan: 'Scan' })
  const [drawn] = fills
  const { data, size } = encode(link, { border: 0, ecc: 'M' })
  const dark = [...(drawn?.path ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`)
  expect(dark).toEqual(data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x + 4} ${y + 4}`] : []))))
  expect([drawn?.x, drawn?.y, drawn?.scale].every(Number.isInteger)).toBe(true)
  expect((size + 8) * (drawn?.scale ?? Infinity)).toBeLessThanOrEqual(cardBoxes.qr.width)
})
