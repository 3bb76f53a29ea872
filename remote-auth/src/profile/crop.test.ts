import { describe, expect, it } from 'vitest'
import { dragged, largestZoom, pinched, squareOf, whole } from './picture.ts'

const wide = { width: 400, height: 200 }

describe('a crop', () => {
  it('begins as the largest square in the middle', () => {
    expect(squareOf(wide, whole)).toEqual({ left: 100, top: 0, side: 200 })
  })

  it('reaches each edge and no further', () => {
    expect(squareOf(wide, { zoom: 1, x: -1, y: -1 })).toEqual({ left: 0, top: 0, side: 200 })
    expect(squareOf(wide, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 })
  })

  it('follows the finger: dragging right shows what lies left', () => {
    const crop = dragged(wide, whole, { x: 50, y: 30 }, 100)
    expect(crop).toEqual({ zoom: 1, x: -1, y: 0 })
    expect(dragged(wide, { zoom: 2, x: 0, y: 0 }, { x: 0, y: -25 }, 100)).toEqual({ zoom: 2, x: 0, y: 0.5 })
  })
})

describe('two fingers', () => {
  const at = (x: number) => ({ x, y: 0 })
  it('bring the picture as much nearer as they move apart, within the limits', () => {
    expect(pinched(whole, [at(0), at(100)], [at(0), at(150)]).zoom).toBeCloseTo(1.5)
    expect(pinched({ ...whole, zoom: 3 }, [at(0), at(100)], [at(0), at(400)]).zoom).toBe(largestZoom)
    expect(pinched(whole, [at(0), at(100)], [at(0), at(10)]).zoom).toBe(1)
    expect(pinched(whole, [at(5), at(5)], [at(0), at(10)])).toEqual(whole)
  })
})
