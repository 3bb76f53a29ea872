import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readShapes } from './shapes.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-shapes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const declared: Readonly<Record<string, string>> = {
  'index.d.ts':
    "export { Button, type ButtonProps } from './button.tsx';\nexport { paths as appPaths } from './paths.ts';\nexport type { Tone } from './tone.ts';\nexport { map } from 'rxjs';",
  'button.d.ts':
    "import type { Tone } from './tone.ts';\nexport type ButtonProps = { tone: Tone };\nexport declare function Button(props: ButtonProps): void;\nexport declare function inside(): void;",
  'tone.d.ts': "export type Tone = 'good' | 'bad';",
  'paths.d.ts': 'export declare const paths: { home: "/home" };',
}

let count = 0
function shapesWith(changes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const place = join(folder, String(count++))
  mkdirSync(place)
  for (const [file, text] of Object.entries({ ...declared, ...changes })) writeFileSync(join(place, file), text)
  return readShapes(join(place, 'index.d.ts'))
}

/** The exports whose shape is another one than before. */
function listChanged(changes: Readonly<Record<string, string>>): readonly string[] {
  const [before, after] = [shapesWith({}), shapesWith(changes)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => before[name] !== after[name])
}
const editText = (file: string, from: string, to: string) => ({ [file]: (declared[file] ?? '').replace(from, to) })

describe('the shape of an export', () => {
  it('is there for what exists at run time, under its outer name, and for no type', () =>
    expect(Object.keys(shapesWith({}))).toEqual(['Button', 'appPaths', 'map']))

  it.each([
    ['its own declaration changes', editText('paths.d.ts', '"/home" ', '"/home"; attic: "/attic" '), ['appPaths']],
    ['a type changes that it names', editText('button.d.ts', 'tone: Tone', 'tone?: Tone'), ['Button']],
    [
      'a type changes that this one names, in another file',
      editText('tone.d.ts', "'bad'", "'bad' | 'plain'"),
      ['Button'],
    ],
    ['the same name comes of another library', editText('index.d.ts', "'rxjs'", "'other'"), ['map']],
  ])('changes where %s', (_, changes, names) => expect(listChanged(changes)).toEqual(names))

  it('does not change with unreachable files, nor with the order of declarations', () => {
    expect(listChanged(editText('button.d.ts', 'inside(): void', 'inside(): string'))).toEqual([])
    expect(listChanged({ 'index.d.ts': (declared['index.d.ts'] ?? '').split('\n').reverse().join('\n') })).toEqual([])
  })

  it('is refused for a module without names', () =>
    expect(() => shapesWith({ 'index.d.ts': "export * from './button.tsx';" })).toThrow(
      'export the names that are meant',
    ))
})
