/** `zoom` 1 to 4; `x` and `y` from -1 (left, top) to 1. */
export type Crop = { zoom: number; x: number; y: number }
export type Size = { width: number; height: number }

export const whole: Crop = { zoom: 1, x: 0, y: 0 }
export const largestZoom = 4

/** The square of the picture that a crop shows, in its pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: ((width - side) / 2) * (1 + x), top: ((height - side) / 2) * (1 + y), side }
}

/** `view`: width in pixels of the view in which the picture was dragged. */
export function dragged(picture: Size, crop: Crop, by: { x: number; y: number }, view: number): Crop {
  const { side } = squareOf(picture, crop)
  const move = (at: number, length: number, pixels: number) => {
    const room = (length - side) / 2
    return room <= 0 ? 0 : clamp(at - (pixels * side) / view / room)
  }
  return { ...crop, x: move(crop.x, picture.width, by.x), y: move(crop.y, picture.height, by.y) }
}

export type Point = { readonly x: number; readonly y: number }

/** The zoom changes as the distance of the fingers. */
export function pinched(crop: Crop, before: readonly [Point, Point], after: readonly [Point, Point]): Crop {
  const [from, to] = [distance(before), distance(after)]
  if (from === 0) return crop
  return { ...crop, zoom: Math.min(largestZoom, Math.max(1, (crop.zoom * to) / from)) }
}

const distance = ([one, other]: readonly [Point, Point]): number => Math.hypot(one.x - other.x, one.y - other.y)

function clamp(value: number): number {
  return Math.min(1, Math.max(-1, value))
}
