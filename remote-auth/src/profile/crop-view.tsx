import { useEffect, useRef, type PointerEvent } from 'react'
import { useT } from '../texts.ts'
import { dragCrop, largestZoom, pinchCrop, type Crop, type Point, type Size, drawCrop } from './picture.ts'
import styles from './profile.module.css'

/** Pixels of the drawing; shown at 280 px, sharp on dense screens. */
const drawnSide = 560

export function CropView({
  picture,
  crop,
  onChange,
}: {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const fingers = useFingers(picture, crop, onChange)
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={drawnSide}
        height={drawnSide}
        role="img"
        aria-label={t('photo.crop')}
        {...fingers}
      />
      <Slider
        label={t('photo.zoom')}
        min={1}
        max={largestZoom}
        value={crop.zoom}
        onChange={zoom => onChange({ ...crop, zoom })}
      />
      <Slider label={t('photo.across')} min={-1} max={1} value={crop.x} onChange={x => onChange({ ...crop, x })} />
      <Slider label={t('photo.upDown')} min={-1} max={1} value={crop.y} onChange={y => onChange({ ...crop, y })} />
    </>
  )
}

type SliderProps = { label: string; min: number; max: number; value: number; onChange: (value: number) => void }

function Slider({ label, min, max, value, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.05}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      />
    </label>
  )
}

/** One finger or the mouse drags the picture, two fingers zoom it. */
function useFingers(picture: Size, crop: Crop, onChange: (crop: Crop) => void) {
  const down = useRef(new Map<number, Point>())

  function move(event: PointerEvent<HTMLCanvasElement>): void {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    down.current.set(event.pointerId, now)
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    if (other) onChange(pinchCrop(crop, [before, other], [now, other]))
    else
      onChange(dragCrop(picture, crop, { x: now.x - before.x, y: now.y - before.y }, event.currentTarget.clientWidth))
  }
  const lift = (event: PointerEvent): void => void down.current.delete(event.pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: move,
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}
