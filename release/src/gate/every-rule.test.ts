import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtures, moreMistakes, findRefusals } from '../../tests/mistaken-releases.ts'

describe('every rule of the gate refuses its release, names place and remedy, and changes nothing', () => {
  it.each(Object.entries(fixtures))('%s', async (rule, fixture) => {
    const found = (await findRefusals(fixture)).filter(each => each.rule === rule)
    expect(found.map(({ place }) => place).join('\n')).toContain(fixture.place)
    for (const { says, remedy } of found) expect([says, remedy]).not.toContain('')
  })

  it.each(moreMistakes)('%s: %s', async (_, rule, says, fixture) => {
    const found = (await findRefusals(fixture)).filter(each => each.rule === rule)
    expect(found.map(each => `${each.place}: ${each.says}`).join('\n')).toContain(says)
    expect(found).not.toEqual([])
  })

  it('and no rule is without a release, or without a line in the README', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter(file => /^[^.]+\.ts$/.test(file))
      .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    const written = new Set([
      ...sources.flatMap(source =>
        [...source.matchAll(/\b(?:rule = |createRefusal\(\s*)'(?<rule>[a-z-]+)'/g)].map(
          ({ groups }) => groups?.['rule'],
        ),
      ),
    ])
    expect([...written].sort()).toEqual(Object.keys(fixtures).sort())
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## What the gate refuses'), readme.indexOf('## Add a rule'))
    expect([...table.matchAll(/^\| `(?<rule>[a-z-]+)` \|/gm)].map(({ groups }) => groups?.['rule'])).toEqual(
      Object.keys(fixtures).sort(),
    )
  })
})
