/** Pixels: text on a screenshot of a phone stays readable. */
const longestSide = 2048
/** Bytes: a smaller file is sent as it is. */
const smallEnough = 300_000

/**
 * Scales a picture down, upright and without its EXIF data such as the location. A file that cannot be scaled (a video,
 * an unknown format) is returned unchanged; the result is never larger.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= smallEnough) return file
  try {
    const picture = await createImageBitmap(file)
    const blob = await encodeJpeg(picture)
    picture.close()
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: blob.type })
      : file
  } catch {
    return file
  }
}

function encodeJpeg(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#fff' // behind transparent parts
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
