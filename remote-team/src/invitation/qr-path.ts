import { encode } from 'uqr'

/**
 * A QR code as one SVG path in a square of `size` units, quiet zone included.
 *
 * @param border  modules of the quiet zone; less than 4 where the frame around it is white too
 */
export function buildQrPath(text: string, border = 2): { path: string; size: number } {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
