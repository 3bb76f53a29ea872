import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { endProduct, findFreePort, rootFolder } from '../product/product.ts'
import { createRepositoryCopy } from '../product/repository-copy.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

const run = promisify(execFile)
// No team has this name.
const app = 'remote-sixth'
/** Another one than `remote-team` has: a team's libraries are its own. */
const library = 'uqr@0.1.2'

let folder: string
let own: string
let site: TestSite
test.beforeEach(async ({ product }) => {
  folder = mkdtempSync(join(tmpdir(), 'adcoin-outside-'))
  own = join(folder, 'sixth')
  site = await startSite(product)
})
test.afterEach(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What only checks and tests it stays away: a third of what is installed. */
const withoutChecks = { ...process.env, npm_config_omit: 'dev', npm_config_audit: 'false', npm_config_fund: 'false' }

/** Release commands of the team in its own repository, with its own key and no other. */
const runOutside = async (...words: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ['node_modules/@adcoin/release/bin/release.mjs', ...words], {
    cwd: own,
    env: {
      ...process.env,
      DATA_DIR: site.dataDir,
      RELEASE_KEYS: 'given',
      RELEASE_PRIVATE_KEYS: join(folder, 'private'),
    },
  })
  return stdout
}

/** `npm …` of the team, with a cache of its own. */
const runNpm = async (cache: string, ...words: string[]): Promise<string> => {
  const env = { ...withoutChecks, npm_config_cache: join(folder, cache) }
  const { stdout } = await run('npm', words, { cwd: own, env })
  return stdout
}

test('a remote of another repository is built, published with its key, live, rolled back', async ({
  context,
  product,
  operate,
}) => {
  // It installs 400 packages three times and builds three times: minutes of work, more where others work too.
  test.setTimeout(1_200_000)
  const refused = await createOutside()
  test.skip(refused !== undefined, `no registry of packages answers here: ${refused}`)
  const page = join(own, app, 'src/sixth/sixth-page.tsx')
  writeFileSync(
    page,
    readFileSync(page, 'utf8')
      .replace(/^/, "import { encode } from 'uqr'\n")
      .replace("text={t('sixth.emptyNote')}", "text={`${t('sixth.emptyNote')} ${encode('news').size}`}"),
  )
  await cloneAndInstall()
  await upgradeTwice()
  const somebody = await createTestAccount(product.url, operate)
  const dev = await startDevelopment()
  try {
    const developed = await openAs(context, dev.url, somebody, '/sixth')
    await expect(developed.getByRole('heading', { level: 1, name: 'Updates' })).toBeVisible()
    await expect(developed.getByText(/ 23$/)).toBeVisible()
    editText('"Updates"', '"Drafts"')
    await expect(developed.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible({ timeout: 60_000 })
    editText('"Drafts"', '"Updates"')
    await developed.close()
  } finally {
    await dev.stop()
  }

  await runOutside('keys', '--make', app)
  // Operators decide what is live; the team has no key for that.
  await expect(
    runOutside('publish', app, '--skip-smoke-test', '--skip-checks', '--why', 'first'),
  ).rejects.toMatchObject({
    stdout: expect.stringMatching(/ops: this machine has no active private key of this role/),
  })
  await runOutside('publish', app, '--stage', '--skip-checks', '--why', 'first')
  await site.release('promote', app, '--why', 'first')

  const open = await openAs(context, site.url, somebody, '/sixth')
  const locateHeading = (name: string) => open.getByRole('heading', { level: 1, name })
  await expect(locateHeading('Updates')).toBeVisible()
  await expect(open.getByText(/ 23$/)).toBeVisible()
  expect(readLockedVersion(own)).not.toBe(readLockedVersion(rootFolder))

  editText('"Updates"', '"Latest"')
  await publishFromWorkflow()
  await site.release('promote', app, '--why', 'second')
  await open.reload()
  await expect(locateHeading('Latest')).toBeVisible()
  await site.release('rollback', app, '--why', 'test')
  await open.reload()
  await expect(locateHeading('Updates')).toBeVisible()
})

/** The steps of the repository's workflow that write the key and publish, with the values that its page names. */
async function publishFromWorkflow(): Promise<void> {
  cpSync(join(site.dataDir, 'keys/keys.json'), join(own, 'keys.json'))
  const steps = readFileSync(join(own, '.github/workflows/check.yml'), 'utf8').split(/^ {6}- /m)
  const findScript = (word: string) =>
    steps
      .find(step => step.includes(word))
      ?.split('run: |')[1]
      ?.replaceAll(/^ {10}/gm, '') ?? ''
  const env = {
    ...process.env,
    RUNNER_TEMP: folder,
    GITHUB_ENV: join(folder, 'github.env'),
    DATA_DIR: join(folder, 'adcoin'),
    RELEASE_PRIVATE_KEY: readFileSync(join(folder, 'private', `${app}.pem`), 'utf8'),
    RELEASE_KEYS: 'given',
    RELEASE_STORE: join(site.dataDir, 'store'),
  }
  const publishing = findScript('-- publish').replace('--stage', '--stage --skip-smoke-test --skip-checks')
  for (const script of [findScript('RELEASE_PRIVATE_KEY:'), publishing])
    await run('bash', ['-e', '-c', script], { cwd: own, env })
}

function editText(from: string, to: string): void {
  const words = join(own, app, 'locales/en_US.json')
  writeFileSync(words, readFileSync(words, 'utf8').replace(from, to))
}

/** The first commit on another machine: `npm ci` of a clone, with an empty cache. */
async function cloneAndInstall(): Promise<void> {
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=team', '-c', 'user.email=team@example.org', ...words], { cwd: own })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Begin')
  const clone = join(folder, 'clone')
  await git('clone', '--quiet', own, clone)
  own = clone
  await runNpm('cache', 'ci')
}

/** Newer platforms, the first with the cache that has the one before, from a folder; the second with an empty one. */
async function upgradeTwice(): Promise<void> {
  const copy = createRepositoryCopy()
  const edit = (file: string, from: string, to: string) => {
    const before = readFileSync(join(copy.root, file), 'utf8')
    expect(before).toContain(from)
    writeFileSync(join(copy.root, file), before.replace(from, to))
  }
  const pack = (name: string) => copy.run('', 'tools/create/src/main.ts', 'platform', join(folder, name))
  const marked = 'node_modules/@adcoin/checks/src/repository.ts'
  try {
    edit('tools/preset/platform.json', '"calls": {', '"calls": { "GET /app/news": { "since": "9.0.0", "shape": "1" },')
    edit('CHANGELOG.md', '- **', '- **News** (1234567): `GET /app/news`.\n- **')
    edit('tools/checks/src/repository.ts', 'Absolute path', 'First. Absolute path')
    await pack('first')
    const first = await runNpm('cache', 'run', 'upgrade', '--', '../first')
    expect(first).toContain('calls: new GET /app/news')
    expect(first).toMatch(/From the changelog:\n- \*\*News\*\* \(1234567\)/)
    expect(readFileSync(join(own, marked), 'utf8')).toContain('First. Absolute path')

    edit('tools/checks/src/repository.ts', 'First.', 'Second.')
    await pack('second')
  } finally {
    copy.remove()
  }
  const server = createServer((request, response) =>
    response.end(readFileSync(join(folder, 'second', request.url ?? ''))),
  )
  const port = await findFreePort()
  server.listen(port, 'localhost')
  try {
    await runNpm('empty', 'run', 'upgrade', '--', `http://localhost:${port}`)
  } finally {
    server.close()
  }
  const isSecond = () => readFileSync(join(own, marked), 'utf8').includes('Second. Absolute path')
  expect(isSecond()).toBe(true)
  // This cache has the first one's tools.
  await runNpm('cache', 'ci')
  expect(isSecond()).toBe(true)
}

/** `npm run dev` of the team, in the site of this test. */
async function startDevelopment(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const { NODE_ENV: _ofTests, ...env } = process.env
  const script = ['node_modules/@adcoin/checks/bin/run.mjs', 'node_modules/@adcoin/release/src/start/dev-in-product.ts']
  const child = spawn(process.execPath, script, {
    cwd: own,
    env: { ...env, PORT: String(port), API_URL: site.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, failed) => {
    let output = ''
    child.stdout.on('data', text => {
      // Rspack colours its words where a runner asks for colours.
      output += stripVTControlCharacters(String(text))
      if (/compiled successfully/.test(output)) done()
    })
    setTimeout(() => failed(new Error(`npm run dev was not ready within 3 minutes: ${output}`)), 180_000).unref()
    child.once('exit', code => failed(new Error(`npm run dev ended with ${code}`)))
  })
  return { url: `http://localhost:${port}`, stop: () => endProduct(child) }
}

/** Makes the repository, with a library of its own. @returns why packages cannot be had, where they cannot */
async function createOutside(): Promise<string | undefined> {
  const env = withoutChecks
  // Without an answer npm retries for minutes.
  const isThere = await run('npm', ['view', library, 'version'], { cwd: folder, env, timeout: 20_000 }).then(
    () => true,
    () => false,
  )
  if (!isThere) return `${library} is not to be seen`
  const make = ['tools/checks/bin/run.mjs', 'tools/create/src/main.ts', app, '--outside', own]
  try {
    await run(process.execPath, make, { cwd: rootFolder, env })
    await run('npm', ['install', '-w', app, library, '--prefer-offline'], { cwd: own, env })
    return undefined
  } catch (error) {
    const output = String(error)
    const unreachable =
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E40[134]|E5\d\d)\b/.exec(
        output,
      )?.[1]
    if (unreachable === undefined) throw error
    return unreachable
  }
}

function readLockedVersion(folder: string): string | undefined {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return packages['node_modules/uqr']?.version
}
