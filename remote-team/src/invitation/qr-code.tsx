import { qrPath } from './qr-path.ts'

/** Decoration inside a `QrFrame`, which names it. */
export function QrCode({ text }: { text: string }) {
  const { path, size } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="124" height="124" shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} fill="#0C1F33" />
    </svg>
  )
}
