import { spaced } from '../team/invite-code.ts'
import { qrPath } from './qr-path.ts'

export type ShareTexts = { headline: string; codeLabel: string; scan: string }

const width = 1080
const height = 1350
const margin = 90

/**
 * The share card as a PNG: drawn here, so that nothing leaves the browser. Colours are the board's light theme,
 * whatever the screen shows.
 */
export async function shareImage(link: string, code: string, texts: ShareTexts): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#BFD9FF'
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = '#A9CBFB'
  pen.lineWidth = 120
  pen.beginPath()
  pen.arc(width - 60, height - 160, 330, 0, 2 * Math.PI)
  pen.stroke()
  pen.fillStyle = '#0C1F33'
  pen.font = '700 56px system-ui, sans-serif'
  pen.fillText('Ad Coin', margin, 150)
  pen.font = '700 84px system-ui, sans-serif'
  const end = drawLines(pen, texts.headline, 290, 104)
  drawQr(pen, link, end + 30)
  pen.fillStyle = '#2B4666'
  pen.font = '400 40px system-ui, sans-serif'
  pen.fillText(texts.codeLabel, margin + 460, end + 150)
  pen.fillStyle = '#0C1F33'
  pen.font = '700 76px system-ui, sans-serif'
  pen.fillText(spaced(code), margin + 460, end + 245)
  pen.fillStyle = '#2B4666'
  pen.font = '400 38px system-ui, sans-serif'
  drawLines(pen, texts.scan, end + 325, 52, margin + 460)
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no image'))), 'image/png'),
  )
}

/** Wraps at spaces, or anywhere in a script without them; returns the baseline after the last line. */
function drawLines(
  pen: CanvasRenderingContext2D,
  text: string,
  top: number,
  lineHeight: number,
  left = margin,
): number {
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
  return y + lineHeight
}

function drawQr(pen: CanvasRenderingContext2D, link: string, top: number): void {
  const { path, size } = qrPath(link)
  const side = 400
  pen.save()
  pen.translate(margin, top)
  pen.fillStyle = '#FFFFFF'
  pen.fillRect(0, 0, side, side)
  pen.scale(side / size, side / size)
  pen.fillStyle = '#0C1F33'
  pen.fill(new Path2D(path))
  pen.restore()
}
