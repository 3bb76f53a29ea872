import { spaced } from '../team/invite-code.ts'
import { qrPath } from './qr-path.ts'

export type ShareTexts = { headline: string; codeLabel: string; scan: string }

const width = 1080
const height = 1350
const margin = 90
const ink = '#0C1F33'
const ink2 = '#2B4666'
/** Top of code and address; the headline is above. */
const foot = 700
const qrSide = 480

/** The share card as a PNG, drawn in the browser in the colours of the light theme. */
export async function shareImage(link: string, code: string, texts: ShareTexts): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  drawGround(pen)
  drawMark(pen)
  pen.fillStyle = ink
  pen.font = '700 100px system-ui, sans-serif'
  drawLines(pen, texts.headline, 330, 122)
  drawFoot(pen, link, code, texts)
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no image'))), 'image/png'),
  )
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

function drawFoot(pen: CanvasRenderingContext2D, link: string, code: string, texts: ShareTexts): void {
  const left = margin + qrSide + 50
  drawQr(pen, link, foot)
  pen.fillStyle = ink2
  pen.font = '400 40px system-ui, sans-serif'
  pen.fillText(texts.codeLabel, left, foot + 60)
  pen.fillStyle = ink
  pen.font = '700 84px system-ui, sans-serif'
  pen.fillText(spaced(code), left, foot + 160)
  pen.fillStyle = ink2
  pen.font = '400 38px system-ui, sans-serif'
  drawLines(pen, texts.scan, foot + 250, 52, left)
  pen.fillStyle = ink
  pen.font = '700 52px system-ui, sans-serif'
  pen.fillText(new URL(link).host, margin, height - 80)
}

/** Wraps at spaces, or anywhere in a script without them. */
function drawLines(pen: CanvasRenderingContext2D, text: string, top: number, lineHeight: number, left = margin): void {
  const words = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  let line = ''
  let y = top
  for (const word of words) {
    if (line && pen.measureText(line + word).width > width - left - margin) {
      pen.fillText(line, left, y)
      line = ''
      y += lineHeight
    }
    line += word
  }
  pen.fillText(line, left, y)
}

function drawQr(pen: CanvasRenderingContext2D, link: string, top: number): void {
  const { path, size } = qrPath(link)
  pen.save()
  pen.translate(margin, top)
  pen.fillStyle = '#FFFFFF'
  pen.fillRect(0, 0, qrSide, qrSide)
  pen.scale(qrSide / size, qrSide / size)
  pen.fillStyle = ink
  pen.fill(new Path2D(path))
  pen.restore()
}
