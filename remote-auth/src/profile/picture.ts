/** `zoom` 1 to 4; `x` and `y` from -1 (left, top) to 1. */
export type Crop = { zoom: number; x: number; y: number }
export type Size = { width: number; height: number }

export const fullCrop: Crop = { zoom: 1, x: 0, y: 0 }
export const largestZoom = 4

/** The square of the picture that a crop shows, in its pixels. */
export function computeSquare(
  { width, height }: Size,
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: ((width - side) / 2) * (1 + x), top: ((height - side) / 2) * (1 + y), side }
}

/** `view`: width in pixels of the view in which the picture was dragged. */
export function dragCrop(picture: Size, crop: Crop, by: { x: number; y: number }, view: number): Crop {
  const { side } = computeSquare(picture, crop)
  const move = (at: number, length: number, pixels: number) => {
    const room = (length - side) / 2
    return room <= 0 ? 0 : clamp(at - (pixels * side) / view / room)
  }
  return { ...crop, x: move(crop.x, picture.width, by.x), y: move(crop.y, picture.height, by.y) }
}

export type Point = { readonly x: number; readonly y: number }

/** The zoom changes as the distance of the fingers. */
export function pinchCrop(crop: Crop, before: readonly [Point, Point], after: readonly [Point, Point]): Crop {
  const [from, to] = [measureDistance(before), measureDistance(after)]
  if (from === 0) return crop
  return { ...crop, zoom: Math.min(largestZoom, Math.max(1, (crop.zoom * to) / from)) }
}

const measureDistance = ([one, other]: readonly [Point, Point]): number => Math.hypot(one.x - other.x, one.y - other.y)

function clamp(value: number): number {
  return Math.min(1, Math.max(-1, value))
}

export const pictureKinds = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Bytes. Source: rulings.md R11. */
const largestPicture = 10 * 1024 * 1024
/** Pixels of the photo that is sent. */
const sentSide = 512

export type PictureProblem = 'wrongKind' | 'tooLarge' | 'unreadable'

/** Decodes a file, upright as the camera held it; or returns why it cannot be used. */
export async function readPicture(file: File): Promise<ImageBitmap | PictureProblem> {
  if (!pictureKinds.some(kind => kind === file.type)) return 'wrongKind'
  if (file.size > largestPicture) return 'tooLarge'
  return createImageBitmap(file).catch(() => 'unreadable' as const)
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = computeSquare(picture, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff' // behind transparent pictures, in both themes: it becomes a JPEG
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

export function renderPhoto(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sentSide
  drawCrop(canvas, picture, crop)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
