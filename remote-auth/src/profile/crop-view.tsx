import { useEffect, useRef } from 'react'
import { useT } from '../texts.ts'
import { largestZoom, type Crop } from './crop.ts'
import { drawCrop } from './picture.ts'
import styles from './profile.module.css'
import { useFingers } from './use-fingers.ts'

/** Pixels of the drawing; shown at 280 px, sharp on dense screens. */
const drawnSide = 560

/** The picture in its circle: dragged with a finger, pinched with two, or moved with three sliders. */
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
