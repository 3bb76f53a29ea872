import { describe, expect, it } from 'vitest'
import { readWords, UsageError } from './command-line.ts'

const options = {
  json: { summary: 'on or off' },
  'dry-run': { summary: 'on or off' },
  why: { value: 'TEXT', summary: 'a text' },
  to: { value: 'VERSION', summary: 'a text' },
}

describe('reading a command line', () => {
  it('keeps words in order and finds options anywhere', () => {
    const words = readWords(['rollback', '--why', 'empty list', 'remote-team', '--to=1.0.0', '--json'], options)
    expect(words.words).toEqual(['rollback', 'remote-team'])
    expect([words.value('why'), words.value('to'), words.flag('json'), words.flag('dry-run')]).toEqual([
      'empty list',
      '1.0.0',
      true,
      false,
    ])
  })

  it('takes an equals sign inside a value', () => expect(readWords(['--why=a=b'], options).value('why')).toBe('a=b'))

  it.each([['--nobody'], ['--why'], ['--why', '--json'], ['--json=yes']])('does not guess what %s means', (...args) =>
    expect(() => readWords(args, options)).toThrow(UsageError),
  )
})
