import type { Page } from 'playwright'

/** The comparison of two pictures: their sizes, and the share (0 to 1) of pixels that differ visibly. */
export type PictureDifference = { sizes: readonly [string, string]; share: number }

/** Compares two PNGs on a canvas of the browser that drew them, so that no image library is needed. */
export function comparePictures(page: Page, one: Buffer, other: Buffer): Promise<PictureDifference> {
  return page.evaluate(
    async ([first, second]) => {
      const read = async (base64: string) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        const context = canvas.getContext('2d')
        context?.drawImage(picture, 0, 0)
        return {
          size: `${picture.width}x${picture.height}`,
          width: picture.width,
          height: picture.height,
          data: context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray(),
        }
      }
      const [a, b] = [await read(first), await read(second)]
      const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
      let different = 0
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const [i, j] = [(y * a.width + x) * 4, (y * b.width + x) * 4]
          const distance = [0, 1, 2].reduce(
            (sum, channel) => sum + Math.abs((a.data[i + channel] ?? 0) - (b.data[j + channel] ?? 0)),
            0,
          )
          if (distance > 48) different += 1 // below it is antialiasing
        }
      }
      return { sizes: [a.size, b.size] as const, share: different / Math.max(1, width * height) }
    },
    [one.toString('base64'), other.toString('base64')] as const,
  )
}
