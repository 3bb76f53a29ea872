import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

const run = promisify(execFile)
const page = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'))
const inline = [...page.replaceAll(/^```sh\n.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
/** As a person types them, without the comment and the reason. */
const commands = new Set(
  [...blocks, ...inline]
    .map(text =>
      text
        .replaceAll(/\s+/g, ' ')
        .replace(/ #.*| --why .*/, '')
        .trim(),
    )
    .filter(text => /^(?:[A-Z]+=\S+ )?np[mx] (?!error)/.test(text)),
)

/** They end by themselves and change nothing: run here, with what they print. */
const ran: Readonly<Record<string, RegExp>> = {
  'npm run check -w remote-wallet': /^remote-wallet: format, types, lint, texts and files passed/m,
  'npm test -w remote-wallet': /Tests {2}\d+ passed/,
  'npm run release -- --help': /publish/,
}
/** The tests that run the others, each found by the script of its command. */
const elsewhere: Readonly<Record<string, readonly [file: string, call: string]>> = {
  'npm start': ['e2e/product/product.ts', 'release/bin/start.mjs'],
  'npm run dev': ['e2e/product/saved-sources.ts', 'release/bin/dev.mjs'],
  'npm run dev -w remote-wallet': ['tools/preset/tests/alone.test.ts', 'createRemoteConfig'],
  'npm run new -- remote-news': ['e2e/journeys/new-remote.spec.ts', 'tools/create/src/main.ts'],
  'npm run references': ['release/tests/package-skew.slow.test.ts', 'write-platform.ts'],
  'npm run check': ['tools/checks/src/test-run/parts.ts', 'oxfmt/bin/oxfmt'],
  'npm run format': ['tools/checks/src/test-run/parts.ts', 'oxfmt/bin/oxfmt'],
  'npm test': ['.ci/run', 'test'],
  'npm run test:all': ['.ci/run', 'test:all'],
  'npm run ops -- help': ['api/src/operator-commands/manners.test.ts', "'help'"],
  'ENGINE=webkit npm run e2e -- journeys/language': ['tools/checks/src/test-run/parts.ts', 'ENGINE'],
  'npm run release -- publish remote-wallet': ['e2e/product/site.ts', "'publish'"],
  'npm run release -- rollback remote-wallet': ['e2e/journeys/new-remote.spec.ts', 'rollback'],
  'npm run release -- history remote-wallet': ['release/src/cli/command.test.ts', "'history', 'remote-team'"],
}

describe('CONTRIBUTING.md', () => {
  it.each(Object.entries(ran))(
    '%s runs',
    async (command, answer) => {
      // A person has no half of the suites in mind, as the run of this test may.
      const env = { ...process.env, TEST_EXTENT: undefined }
      const { stdout } = await run('sh', ['-c', command], { cwd: repositoryRoot, env, maxBuffer: 1e8 })
      expect(stripVTControlCharacters(stdout)).toMatch(answer)
    },
    600_000,
  )

  it.each([...commands].filter(command => !(command in ran)))('%s is run by another test', command => {
    const [file, call] = elsewhere[command] ?? expect.fail('name the test that runs it')
    expect(readFileSync(join(repositoryRoot, file), 'utf8')).toContain(call)
  })
})
