import { encode } from 'uqr'

const { data, size } = encode(window.location.origin, { border: 1, ecc: 'M' })
const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

/** The address of this app as a QR code; decoration inside a `QrFrame`, which names it. */
export function Page() {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="96" height="96" shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} fill="#10201A" />
    </svg>
  )
}
