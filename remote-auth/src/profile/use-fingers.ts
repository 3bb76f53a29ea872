import { useRef, type PointerEvent } from 'react'
import { dragged, pinched, type Crop, type Size } from './crop.ts'

type Point = { readonly x: number; readonly y: number }

/** One finger drags the picture, two bring it nearer or farther; a mouse drags. */
export function useFingers(picture: Size, crop: Crop, onChange: (crop: Crop) => void) {
  const down = useRef(new Map<number, Point>())

  function move(event: PointerEvent<HTMLCanvasElement>): void {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    down.current.set(event.pointerId, now)
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    if (other) onChange(pinched(crop, [before, other], [now, other]))
    else onChange(dragged(picture, crop, { x: now.x - before.x, y: now.y - before.y }, event.currentTarget.clientWidth))
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
