import { createHash } from 'node:crypto'
import type { PictureSize } from '../encode-picture.ts'
import { proofDrawings } from './proof-drawings.ts'
import { taskDrawings } from './task-drawings.ts'

type Drawing = {
  readonly name: string
  readonly size: PictureSize
  readonly svg: string
  /** Changes with the drawing. */
  readonly digest: string
}

/** Every picture that the source draws: each task for its card and its screen, each kind of proof once. */
export function drawingsNow(): Drawing[] {
  return [
    ...Object.entries(taskDrawings).flatMap(([name, drawing]) => [
      drawingOf(name, 'card', drawing, 720, 405),
      drawingOf(name, 'wide', drawing, 720, 405),
    ]),
    ...Object.entries(proofDrawings).map(([name, drawing]) => drawingOf(name, 'example', drawing, 480, 480)),
  ]
}

function drawingOf(name: string, size: PictureSize, drawing: string, width: number, height: number): Drawing {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`
  return { name, size, svg, digest: createHash('sha256').update(svg).digest('hex').slice(0, 16) }
}
