import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ExamplePicture, Rendition } from '../database/column-types.ts'
import type { PictureSize } from './encode-picture.ts'
import type { TaskKind } from './task-kinds.ts'
import texts from './texts.json' with { type: 'json' }

/**
 * Drawings of the invented products, without words, so that they suit every language. 1080 × 1350, the shape of a post.
 */
const drawings: Readonly<Record<string, string>> = {
  'leafy.png': `<rect width="1080" height="1350" fill="#e3f3e6"/><circle cx="540" cy="675" r="380" fill="#fff"/><circle cx="540" cy="675" r="290" fill="none" stroke="#cfe6d4" stroke-width="14"/>
    <path d="M540 930C330 860 320 610 540 400c220 210 210 460 0 530Z" fill="#2f8f4e"/><path d="M540 930V520M540 720l90-80M540 800l-100-90M540 640l-60-60" stroke="#e3f3e6" stroke-width="16" stroke-linecap="round" fill="none"/>
    <path d="M150 420v520M110 420v150a40 40 0 0 0 80 0V420" stroke="#2f8f4e" stroke-width="22" stroke-linecap="round" fill="none"/><path d="M930 940V420c-70 60-70 240 0 280" stroke="#2f8f4e" stroke-width="22" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`,
  'sunday-market.png': `<rect width="1080" height="1350" fill="#fdeed8"/><circle cx="830" cy="270" r="130" fill="#f6b73c"/><rect x="170" y="640" width="740" height="430" rx="12" fill="#fff"/><rect x="130" y="920" width="820" height="150" rx="14" fill="#b9683a"/>
    <path d="M130 640 210 430h660l80 210Z" fill="#d9483b"/><path d="M262 430 237 640h152l17-210ZM524 430l-8 210h150l-8-210ZM802 430l26 210h122l-80-210Z" fill="#fff3e2"/>
    <g fill="#4c8c3f"><circle cx="290" cy="880" r="52"/><circle cx="390" cy="885" r="48"/></g><g fill="#e2742c"><circle cx="510" cy="880" r="52"/><circle cx="615" cy="885" r="48"/></g><g fill="#8e4a9e"><circle cx="730" cy="880" r="52"/><circle cx="825" cy="888" r="44"/></g><path d="M150 1070v150M930 1070v150" stroke="#8a4c29" stroke-width="30"/>`,
  'trail-bottle.png': `<rect width="1080" height="1350" fill="#dcecf7"/><path d="M0 1010 270 700l190 210 230-330 390 430v340H0Z" fill="#a8cbe2"/><path d="M0 1150c260-90 560-90 1080-20v220H0Z" fill="#6aa0c2"/>
    <rect x="410" y="430" width="260" height="700" rx="80" fill="#17527a"/><rect x="450" y="350" width="180" height="110" rx="24" fill="#0e3a58"/><path d="M480 350v-40a60 60 0 0 1 120 0v40" fill="none" stroke="#0e3a58" stroke-width="26"/>
    <rect x="455" y="510" width="34" height="540" rx="17" fill="#3a7ba8"/><path d="m500 820 60-90 40 50 30-40 40 80Z" fill="#dcecf7"/>`,
  'lumo-card.png': `<rect width="1080" height="1350" fill="#2b2440"/><path d="M600 480 250 1180h760Z" fill="#ffd98a" opacity=".35"/><rect x="120" y="1150" width="840" height="40" rx="20" fill="#7a5a3c"/>
    <path d="M300 1150 250 760 560 470" fill="none" stroke="#f2efe9" stroke-width="30" stroke-linecap="round" stroke-linejoin="round"/><circle cx="250" cy="760" r="34" fill="#c9c3d6"/><rect x="190" y="1110" width="220" height="44" rx="22" fill="#f2efe9"/>
    <path d="m520 380 190 150-110 110a150 150 0 0 1-190-150Z" fill="#f2efe9"/><circle cx="620" cy="560" r="52" fill="#ffd24d"/><rect x="650" y="1010" width="220" height="140" rx="10" fill="#fff3d6"/><path d="M680 1050h150M680 1090h100" stroke="#c9a35c" stroke-width="12" stroke-linecap="round"/>`,
}

export const pictureNames: readonly string[] = Object.keys(drawings)

/** The PNG of a drawing, or nothing for an unknown name. */
export async function drawPicture(name: string): Promise<Buffer | undefined> {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  if (drawing === undefined) return undefined
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350" viewBox="0 0 1080 1350">${drawing}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer()
}

/** The size of a picture in pixels. */
type Drawn = { readonly width: number; readonly height: number }

export const drawnFolder = join(import.meta.dirname, 'drawn')
export const nameDrawing = (name: string, size: PictureSize): string => `${name}-${size}`

/** The pictures of the demonstration tasks: `<name>-<size>`, as AVIF and as WebP. */
export function readDrawings(): Readonly<Record<string, Drawn>> {
  return JSON.parse(readFileSync(join(drawnFolder, 'drawn.json'), 'utf8')) as Record<string, Drawn>
}

const drawn = readDrawings()
/** Six seconds for the demonstration, drawn from the same motifs and recorded in a browser (H.264). */
const films = ['trail-sample.mp4'] as const
type StoredPicture = { readonly folder: string; readonly mime: string }
const kept: ReadonlyMap<string, StoredPicture> = new Map<string, StoredPicture>([
  ...Object.keys(drawn).flatMap((name): [string, StoredPicture][] => [
    [`${name}.avif`, { folder: drawnFolder, mime: 'image/avif' }],
    [`${name}.webp`, { folder: drawnFolder, mime: 'image/webp' }],
  ]),
  ...films.map((name): [string, StoredPicture] => [
    name,
    { folder: join(import.meta.dirname, 'media'), mime: 'video/mp4' },
  ]),
])

/** The addresses and size of a picture of the demonstration. @throws for an unknown one */
export function findRendition(name: string, size: PictureSize): Rendition {
  const file = nameDrawing(name, size)
  const found = drawn[file]
  if (!found) throw new Error(`unknown picture ${file} in ${drawnFolder}`)
  const address = `/files/public/${file}`
  return { avif: `${address}.avif`, webp: `${address}.webp`, width: found.width, height: found.height }
}

/** The drawing of a good submission of a kind, for every task without its own example. */
export function findProofExample(kind: TaskKind): ExamplePicture {
  return { picture: findRendition(`proof-${kind}`, 'example'), caption: texts.proof[kind] }
}

/** A public file by its name, or nothing for an unknown one. */
export async function findPublicFile(name: string): Promise<{ bytes: Buffer; mime: string } | undefined> {
  const file = kept.get(name)
  if (file) return { bytes: await readFile(join(file.folder, name)), mime: file.mime }
  const picture = await drawPicture(name)
  return picture && { bytes: picture, mime: 'image/png' }
}
