import { squareOf, type Crop } from './crop.ts'

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
  const { left, top, side } = squareOf(picture, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff' // behind transparent pictures, in both themes: it becomes a JPEG
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

export function photoOf(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sentSide
  drawCrop(canvas, picture, crop)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
