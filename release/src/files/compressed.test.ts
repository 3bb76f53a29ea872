import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createNoise } from '../../tests/fixture-apps.ts'
import { withCompressedSiblings } from './files.ts'

describe('compressed siblings', () => {
  it('expand to the file, and exist only beside files that get smaller', async () => {
    const text = Buffer.from('the same words again and again '.repeat(50))
    const all = await withCompressedSiblings(
      new Map([
        ['a.js', text],
        ['tiny.js', Buffer.from('x')],
        ['photo.png', text],
      ]),
    )
    expect([...all.keys()]).toEqual(['a.js', 'tiny.js', 'photo.png', 'a.js.br', 'a.js.gz'])
    expect(brotliDecompressSync(all.get('a.js.br') ?? '')).toEqual(text)
    expect(gunzipSync(all.get('a.js.gz') ?? '')).toEqual(text)
  })

  it('are in the order of the files, whichever compression ends first', async () => {
    const files = new Map([
      ['large.html', Buffer.from(createNoise(200_000))],
      ['small.json', Buffer.from('small '.repeat(20))],
    ])
    expect([...(await withCompressedSiblings(files, path => (path === 'large.html' ? 5 : 11))).keys()]).toEqual([
      'large.html',
      'small.json',
      'large.html.br',
      'large.html.gz',
      'small.json.br',
      'small.json.gz',
    ])
  })
})
