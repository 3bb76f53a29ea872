/**
 * Makes the PNG icons of `public/` from the logo's two shapes. Run once after the logo changed: `node
 * icons/make-icons.mjs`.
 * Full-bleed ground, mark within the middle 60 %, so that one picture serves as `any` and as `maskable`.
 */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../public/', import.meta.url))
const ink = '#10201A'
const sky = '#BFD9FF'

for (const size of [180, 192, 512]) {
  const name = size === 180 ? 'apple-touch-icon-180.png' : `icon-${size}.png`
  await sharp(Buffer.from(drawing(size)))
    .png({ compressionLevel: 9, palette: true })
    .toFile(folder + name)
}

function drawing(size) {
  // The mark is 25 by 25 units around (15.9, 16): 60 % of a 42-unit ground.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-5.1 -5 42 42"><rect x="-6" y="-6" width="44" height="44" fill="${ink}"/><g fill="none" stroke="${sky}" stroke-width="5"><circle cx="14.5" cy="16" r="10"/><path d="M24.5 3.5v25"/></g></svg>`
}
