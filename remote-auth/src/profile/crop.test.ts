import { describe, expect, it } from 'vitest'
import { dragCrop, largestZoom, pinchCrop, computeSquare, fullCrop } from './picture.ts'

const wide = { width: 400, height: 200 }

describe('a crop', () => {
  it('begins as the largest square in the middle', () => {
    expect(computeSquare(wide, fullCrop)).toEqual({ left: 100, top: 0, side: 200 })
  })

  it('reaches each edge and no further', () => {
    expect(computeSquare(wide, { zoom: 1, x: -1, y: -1 })).toEqual({ left: 0, top: 0, side: 200 })
    expect(computeSquare(wide, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 })
  })

  it('follows the finger: dragging right shows what lies left', () => {
    const crop = dragCrop(wide, fullCrop, { x: 50, y: 30 }, 100)
    expect(crop).toEqual({ zoom: 1, x: -1, y: 0 })
    expect(dragCrop(wide, { zoom: 2, x: 0, y: 0 }, { x: 0, y: -25 }, 100)).toEqual({ zoom: 2, x: 0, y: 0.5 })
  })
})

describe('two fingers', () => {
  const at = (x: number) => ({ x, y: 0 })
  it('bring the picture as much nearer as they move apart, within the limits', () => {
    expect(pinchCrop(fullCrop, [at(0), at(100)], [at(0), at(150)]).zoom).toBeCloseTo(1.5)
    expect(pinchCrop({ ...fullCrop, zoom: 3 }, [at(0), at(100)], [at(0), at(400)]).zoom).toBe(largestZoom)
    expect(pinchCrop(fullCrop, [at(0), at(100)], [at(0), at(10)]).zoom).toBe(1)
    expect(pinchCrop(fullCrop, [at(5), at(5)], [at(0), at(10)])).toEqual(fullCrop)
  })
})
