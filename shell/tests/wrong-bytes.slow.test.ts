import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  better,
  composeFixtures,
  errors,
  good,
  page,
  findPageOnlyFile,
  listRequests,
  expectShown,
  site,
} from './harness.ts'

composeFixtures()

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

/** The first answer has one byte more than what was published, and every cache keeps it. */
function poison(file: string): void {
  let isSpent = false
  site.fault = (request, response) => {
    if (isSpent || !request.url?.endsWith(`${better.material.id}/${file}`)) return false
    isSpent = true
    const bytes = readFileSync(join(better.files, file))
    const headers = {
      'content-type': types[extname(file)] ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
    }
    response.writeHead(200, headers).end(`${bytes.toString()} `)
    return true
  }
}

const files = {
  entry: () => better.material.entry,
  'file of its page': () => findPageOnlyFile(better),
  'style sheet': () => better.material.styles[0] ?? '',
  'language file': () => better.material.locales.en_US ?? '',
}

test.each(
  Object.entries(files).flatMap(([name, file]) => [
    { name, file, isPreloaded: true, when: 'as the page preloads it' },
    { name, file, isPreloaded: false, when: 'as the shell asks for it' },
  ]),
)(
  'a cache holds wrong bytes of its $name, $when: right ones at the next visit',
  async ({ name, file, isPreloaded }) => {
    poison(file())
    site.isPreloaded = isPreloaded
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    // The remote itself asks for a language file once more.
    const isHealed = name === 'language file'
    await expectShown(isHealed ? '1.1.0' : '1.0.0')
    const requests = () => listRequests(better).filter(path => path.endsWith(`/${file()}`))
    await expect.poll(requests).toHaveLength(2)
    await expect.poll(() => site.reports).toHaveLength(isHealed ? 0 : 1)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.1.0')
    expect(requests(), 'nothing more at the next visit').toHaveLength(2)
    expect(errors).toEqual([])
  },
)
