import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { useTemporaryFolder } from './temporary-folder.ts'

it('holds what this process and those it starts leave in the temporary folder, and takes it away', () => {
  const before = process.env.TMPDIR
  const outer = tmpdir()
  try {
    const remove = useTemporaryFolder()
    const folder = tmpdir()
    expect(dirname(folder)).toBe(outer)
    mkdirSync(join(folder, 'own'))
    const ofAnother = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
    expect(dirname(ofAnother)).toBe(folder)
    remove()
    expect(existsSync(folder)).toBe(false)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
})
