import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

const run = promisify(execFile)
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')
/** As a person types them in the two pages, without the comment, the reason and what `…` leaves open. */
const commands = new Set(['CONTRIBUTING.md', 'README.md'].flatMap(page => listCommands(read(page))))

function listCommands(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'))
  const inline = [...text.replaceAll(/^```sh\n.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline]
    .map(line =>
      line
        .replaceAll(/\s+/g, ' ')
        .replace(/ #.*| --why .*/, '')
        .trim(),
    )
    .filter(line => /^(?:[A-Z]+=\S+ )?np[mx] /.test(line))
}

/** They end by themselves and change nothing: run here, with what they print. */
const ran: Readonly<Record<string, RegExp>> = {
  'npm run check -w remote-wallet': /^remote-wallet: format, types, lint, texts and files passed/m,
  'npm test -w remote-wallet': /Tests {2}\d+ passed/,
  'npm run release -- --help': /publish/,
  'npm run format': /use the correct format/,
}
/** The words added to one of them, so that it changes nothing. */
const added: Readonly<Record<string, string>> = { 'npm run format': ' -- --check' }

/** A file with words of it; each but the first is named in the one before. */
type Chain = readonly (readonly [file: string, ...words: string[]])[]
const testRun: Chain = [
  ['package.json', 'node tools/checks/bin/test.mjs'],
  ['tools/checks/bin/test.mjs', 'src/test-run/main.ts'],
  ['tools/checks/src/test-run/main.ts', './parts.ts'],
]
const parts = 'tools/checks/src/test-run/parts.ts'
/** `npm run release -- WORD` in a journey. */
const site = ['e2e/product/site.ts', "runNpmScript('release', words, dataDir)"] as const
/** `npm run ops -- WORD` in a journey. */
const operator: Chain = [
  ['e2e/journeys/earn-sell-withdraw.spec.ts', "await operate.ops('withdraw', 'approve', id)"],
  ['e2e/product/test.ts', 'createOperator(product.dataDir)'],
  ['e2e/product/operator.ts', "runNpmScript('ops', words, dataDir)"],
  ['e2e/product/run-npm-script.ts', 'written.ops.split'],
  ['package.json', 'api/src/operator-commands/main.ts'],
]
const newRemote = 'e2e/journeys/new-remote.spec.ts'

/**
 * The test that runs each of the others, by the words that do it: from a suite, or from what CI runs, to the program of
 * the command. Without these words in these files this test fails.
 */
const elsewhere: Readonly<Record<string, readonly Chain[]>> = {
  'npm start': [
    [
      ['e2e/playwright.config.ts', "globalSetup: './product/global-setup.ts'"],
      ['e2e/product/global-setup.ts', 'await startProduct()'],
      ['e2e/product/product.ts', 'spawn(process.execPath, [starts.find(', "'release/bin/start.mjs'"],
    ],
  ],
  'npm run dev': [
    [
      ['e2e/journeys/dev-everything.spec.ts', 'await startDevelopment(copy.root'],
      ['e2e/product/saved-sources.ts', "spawn(process.execPath, [join(root, 'release/bin/dev.mjs')]"],
    ],
  ],
  'npm run dev -w remote-wallet': [
    [['tools/preset/tests/alone.test.ts', 'createRemoteConfig(', "'.bin', 'rspack'), ['dev']"]],
  ],
  'npm run new -- remote-news': [[[newRemote, "await runInCopy('tools/create/src/main.ts', app)"]]],
  'npm run references': [
    [
      [newRemote, "await runInCopy('tools/create/src/main.ts', app)"],
      ['tools/create/src/main.ts', "['tools/checks/bin/run.mjs', 'tools/reference/src/main.ts']"],
    ],
    [['release/tests/package-skew.slow.test.ts', "join(root, 'tools/preset/src/platform/write-platform.ts')"]],
  ],
  'npm run check': [
    [
      ...testRun,
      [
        parts,
        "'node_modules/oxfmt/bin/oxfmt', '--check', '.'",
        "'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'",
        "'node_modules/oxlint/bin/oxlint'",
        "'tools/preset/src/platform/write-platform.ts', '--check'",
        "'node_modules/knip/bin/knip.js'",
        'core: [[statics, ',
      ],
    ],
  ],
  'npm test': [[['.ci/run', 'npm test --']]],
  'npm run test:all': [[['.ci/run', 'npm run test:all --']]],
  'npm run ops -- help': [
    [['api/src/operator-commands/manners.test.ts', "['help', {}]", 'await serveOperation(']],
    operator,
  ],
  'npm run ops -- outbox --to +525512345678': [
    operator,
    [
      ['e2e/journeys/language.spec.ts', 'createTestAccount('],
      ['e2e/product/test-account.ts', 'operate.code('],
      ['e2e/product/operator.ts', "callOperators(dataDir, ['outbox'], { to })"],
    ],
  ],
  'ENGINE=webkit npm run e2e -- journeys/language': [
    [['e2e/journeys/language.spec.ts', "tag: '@core'"]],
    [
      ...testRun,
      [parts, "program: 'WebKitWebDriver'", '{ ENGINE: engine }', "'test', '-c', 'e2e/playwright.config.ts'"],
    ],
  ],
  'npm run release -- publish remote-wallet': [[[newRemote, "'publish', app", "await publish('--why'"]]],
  'npm run release -- rollback remote-wallet': [[[newRemote, "await site.release('rollback', app", 'startSite'], site]],
  'npm run release -- history remote-wallet': [
    [['release/src/cli/command.test.ts', "await runReleaseIn(data, 'history', 'remote-team')"]],
  ],
}
/** The start of a chain: a file that runs tests, or is run as one. */
const isRun = (file: string) =>
  /\.(?:test|spec)\.ts$/.test(file) || ['.ci/run', 'package.json', 'e2e/playwright.config.ts'].includes(file)

/** The words that its chains must have: the programs of its script, and the first word after `--`. */
function listNeeded(command: string): readonly string[] {
  const [, name = '', folder = '.', verb = ''] =
    /npm (?:run )?([\w:]+)(?: -w (\S+))?(?: -- (?!remote-)(\S+))?/.exec(command) ?? []
  const { scripts } = JSON.parse(read(join(folder, 'package.json'))) as { scripts: Readonly<Record<string, string>> }
  const programs = (scripts[name] ?? '').split(' ').filter(word => /^[\w-]+$|\.(?:ts|mjs|json)$|^--/.test(word))
  const isOwn = (word: string) => !['node', 'tools/checks/bin/run.mjs'].includes(word)
  return [...programs.filter(isOwn), ...(verb === '' ? [] : [verb])]
}

describe('CONTRIBUTING.md and README.md', () => {
  it.each(Object.entries(ran))(
    '%s runs',
    async (command, answer) => {
      expect(commands).toContain(command)
      // A person has no half of the suites in mind, as the run of this test may.
      const env = { ...process.env, TEST_EXTENT: undefined }
      const options = { cwd: repositoryRoot, env, maxBuffer: 1e8 }
      const { stdout } = await run('sh', ['-c', command + (added[command] ?? '')], options)
      expect(stripVTControlCharacters(stdout)).toMatch(answer)
    },
    600_000,
  )

  it('names a test for each command, and no other', () => {
    expect([...commands].toSorted()).toEqual([...Object.keys(ran), ...Object.keys(elsewhere)].toSorted())
  })

  it.each(Object.entries(elsewhere))('%s is run by another test', (command, chains) => {
    for (const chain of chains) {
      expect(chain[0]?.[0]).toSatisfy(isRun)
      for (const [at, [file, ...words]] of chain.entries()) {
        for (const word of words) expect(read(file), file).toContain(word)
        const [before] = chain[at - 1] ?? []
        if (before !== undefined) expect(read(before), before).toContain(basename(file))
      }
    }
    const said = chains.flat(2)
    // A script that is run above needs no other proof than its word.
    const isRunAbove = (word: string) => Object.keys(ran).some(each => listNeeded(each).includes(word))
    const missing = listNeeded(command).filter(word => !isRunAbove(word) && !said.some(each => each.includes(word)))
    const isAsItStands = said.some(each => each.startsWith(`${command} `))
    expect(isAsItStands ? [] : missing).toEqual([])
  })
})
