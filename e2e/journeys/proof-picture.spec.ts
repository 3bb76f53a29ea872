import { createEarner } from '../product/earner.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

/**
 * A photo of noise, which does not compress well, as the camera of a phone held on its side makes it: pixels lying,
 * marked "turn right".
 */
async function createPhoto(page: Page, width: number, height: number, quality: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h, q]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const context = canvas.getContext('2d')
      const image = context?.createImageData(w, h)
      for (let at = 0; image && at < image.data.length; at += 1)
        image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
      if (image) context?.putImageData(image, 0, 0)
      return canvas.toDataURL('image/jpeg', q).split(',')[1] ?? ''
    },
    [width, height, quality] as const,
  )
  const jpeg = Buffer.from(base64, 'base64')
  const turnRight = Buffer.from('ffe1002245786966000049492a00080000000100120103000100000006000000' + '00000000', 'hex')
  return Buffer.concat([jpeg.subarray(0, 2), turnRight, jpeg.subarray(2)])
}

/** Width and height in the frame header of the JPEG that stands somewhere in these bytes. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const header =
    [0xc0, 0xc2].map(kind => bytes.indexOf(Buffer.from([0xff, kind, 0x00, 0x11]))).find(at => at >= 0) ?? -1
  return { height: bytes.readUInt16BE(header + 5), width: bytes.readUInt16BE(header + 7) }
}

test('a large photo is sent small and upright; a small or unreadable file unchanged', async ({
  context,
  operate,
  product,
}) => {
  const { openTask, ...earner } = await createEarner(product.url, operate)
  const page = await openAs(context, product.url, earner, `/task/${openTask}?step=proof`)
  const sent: Buffer[] = []
  await page.route('**/app/upload', route => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
    return route.fulfill({
      json: {
        code: 0,
        msg: '',
        data: { file_id: `f${sent.length}`, url: '/files/x', mime: 'image/jpeg', bytes: 1, width: null, height: null },
      },
    })
  })
  const send = async (name: string, mimeType: string, buffer: Buffer) => {
    const nth = sent.length
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await expect(page.getByText(`Screenshot ${nth + 1}`)).toBeVisible()
    await expect.poll(() => sent.length).toBe(nth + 1)
    return sent[nth] ?? Buffer.alloc(0)
  }

  const large = await createPhoto(page, 2600, 1300, 0.95)
  expect(large.length).toBeGreaterThan(2_000_000)
  const body = await send('IMG_1.jpeg', 'image/jpeg', large)
  expect(body.length).toBeLessThan(large.length * 0.7)
  expect(sizeOf(body)).toEqual({ width: 1024, height: 2048 })

  const small = await createPhoto(page, 300, 200, 0.8)
  expect((await send('small.jpeg', 'image/jpeg', small)).includes(small)).toBe(true)
  const unreadable = Buffer.alloc(400_000, 7)
  expect((await send('odd.png', 'image/png', unreadable)).includes(unreadable)).toBe(true)
})
