import { describe, expect, it } from 'vitest'
import { readWords, Usage, withTodaysNames } from './command-line.ts'

const options = {
  json: { says: 'on or off' },
  'dry-run': { says: 'on or off' },
  why: { value: 'TEXT', says: 'a text' },
  to: { value: 'VERSION', says: 'a text' },
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
    expect(() => readWords(args, options)).toThrow(Usage),
  )
})

it('takes an earlier name of an option, and names today’s', () => {
  const lines: string[] = []
  expect(withTodaysNames(['publish', 'shell', '--hold', '--why', 'x'], line => lines.push(line))).toEqual([
    'publish',
    'shell',
    '--stage',
    '--why',
    'x',
  ])
  expect(lines).toEqual(['--hold is --stage now; the old name goes with the next version.'])
})
