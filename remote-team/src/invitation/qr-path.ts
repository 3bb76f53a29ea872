import { encode } from 'uqr'

/** A QR code as one SVG path in a square of `size` units, quiet zone included. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
