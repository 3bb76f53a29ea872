import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawnFolder, drawnName, type Drawn } from './drawn-pictures.ts'
import { drawingsNow } from './drawings/drawings.ts'
import { encodePicture } from './encode-picture.ts'

/**
 * `npm run pictures -w api`: draws every picture of the demonstration tasks anew. Encoding takes a second each, so that
 * the files are kept with the source; a test says when they no longer are what the source draws.
 */
await rm(drawnFolder, { recursive: true, force: true })
await mkdir(drawnFolder, { recursive: true })
const drawn: Record<string, Drawn> = {}
for (const { name, size, svg, digest } of drawingsNow()) {
  const { avif, webp, width, height } = await encodePicture(Buffer.from(svg), size)
  await writeFile(join(drawnFolder, `${drawnName(name, size)}.avif`), avif)
  await writeFile(join(drawnFolder, `${drawnName(name, size)}.webp`), webp)
  drawn[drawnName(name, size)] = { width, height, drawing: digest }
}
await writeFile(join(drawnFolder, 'drawn.json'), `${JSON.stringify(drawn, null, 2)}\n`)
