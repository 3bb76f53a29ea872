import { formatInviteCode } from '../team/use-team.ts'
import { buildQrPath } from './qr-path.ts'

export type ShareTexts = { headline: string; codeLabel: string; scan: string }

const width = 1080
const height = 1350
const margin = 90
const ink = '#0C1F33'
const ink2 = '#2B4666'

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
/** Pixels from the largest to the smallest size of the letters. */
type Style = { readonly weight: 400 | 700; readonly size: number; readonly smallest: number; readonly colour: string }

const full = { left: margin, width: width - 2 * margin }
/** The parts of the card, top to bottom. No two overlap, whatever the language and the font. */
export const cardBoxes = {
  headline: { ...full, top: 215, height: 400 },
  qr: { left: margin, top: 650, width: 400, height: 400 },
  scan: { left: margin + 445, top: 650, width: full.width - 445, height: 400 },
  label: { ...full, top: 1090, height: 50 },
  code: { ...full, top: 1140, height: 115 },
  host: { ...full, top: 1270, height: 50 },
} satisfies Record<string, Box>

/** The share card as a PNG, drawn in the browser in the colours of the light theme. */
export async function createShareImage(link: string, code: string, texts: ShareTexts): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  drawCard(pen, link, code, texts)
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no image'))), 'image/png'),
  )
}

export function drawCard(pen: CanvasRenderingContext2D, link: string, code: string, texts: ShareTexts): void {
  const bold = { weight: 700, colour: ink } as const
  const plain = { weight: 400, colour: ink2 } as const
  drawGround(pen)
  drawMark(pen)
  drawText(pen, texts.headline, cardBoxes.headline, { ...bold, size: 100, smallest: 44 })
  drawQr(pen, link, cardBoxes.qr)
  drawText(pen, texts.scan, cardBoxes.scan, { ...plain, size: 48, smallest: 28 })
  drawText(pen, texts.codeLabel, cardBoxes.label, { ...plain, size: 40, smallest: 24 })
  drawText(pen, formatInviteCode(code), cardBoxes.code, { ...bold, size: 92, smallest: 32 })
  drawText(pen, new URL(link).host, cardBoxes.host, { ...bold, size: 40, smallest: 16 })
}

function drawGround(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#BFD9FF'
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = '#A9CBFB'
  pen.lineWidth = 120
  pen.beginPath()
  pen.arc(width - 60, height - 160, 330, 0, 2 * Math.PI)
  pen.stroke()
}

function drawMark(pen: CanvasRenderingContext2D): void {
  pen.save()
  pen.translate(margin - 10, 88)
  pen.scale(2.6, 2.6)
  pen.strokeStyle = ink
  pen.lineWidth = 5
  pen.stroke(new Path2D('M4.5 16a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M24.5 3.5v25'))
  pen.restore()
  pen.fillStyle = ink
  pen.font = '700 60px system-ui, sans-serif'
  pen.fillText('Ad Coin', margin + 84, 150)
}

/** Draws the text at the largest size at which it fits into the box, wrapped between words. */
function drawText(pen: CanvasRenderingContext2D, text: string, box: Box, style: Style): void {
  const computeLineHeight = (size: number) => 1.25 * size
  let { size } = style
  let lines: readonly string[] | undefined
  for (; size >= style.smallest && !lines; size -= 2) {
    pen.font = `${style.weight} ${size}px system-ui, sans-serif`
    const wrapped = wrap(pen, text, box.width)
    if (wrapped && wrapped.length * computeLineHeight(size) <= box.height) lines = wrapped
  }
  pen.fillStyle = style.colour
  // `maxWidth`: a single word that is too wide at the smallest size is drawn narrower.
  for (const [row, line] of (lines ?? [text]).entries())
    pen.fillText(line, box.left, box.top + row * computeLineHeight(size + 2) + size + 2, box.width)
}

/** Lines that fit the width, or undefined where a word is wider. Chinese breaks between any two characters. */
function wrap(pen: CanvasRenderingContext2D, text: string, widest: number): readonly string[] | undefined {
  const pieces = text.match(/\p{Script=Han}\p{P}*\s*|[^\s\p{Script=Han}]+\s*/gu) ?? []
  const lines: string[] = []
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? '') + piece
    if (lines.length > 0 && pen.measureText(longer.trimEnd()).width <= widest) lines[lines.length - 1] = longer
    else if (pen.measureText(piece.trimEnd()).width <= widest) lines.push(piece)
    else return undefined
  }
  return lines.map(line => line.trimEnd())
}

/** On whole pixels, so that no camera reads grey edges; with the four quiet modules that readers need. */
function drawQr(pen: CanvasRenderingContext2D, link: string, box: Box): void {
  const { path, size } = buildQrPath(link, 4)
  const scale = Math.floor(box.width / size)
  pen.save()
  pen.translate(box.left, box.top)
  pen.fillStyle = '#FFFFFF'
  pen.fillRect(0, 0, box.width, box.height)
  const rest = Math.floor((box.width - scale * size) / 2)
  pen.translate(rest, rest)
  pen.scale(scale, scale)
  pen.fillStyle = ink
  pen.fill(new Path2D(path))
  pen.restore()
}
