import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from '../product/product.ts'
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

/** What the team types in its own repository, with its own key and no other. */
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

test('a remote of another repository is built, published with its key, live, rolled back', async ({
  context,
  product,
  operate,
}) => {
  // It installs 400 packages and builds twice: a minute of work, more where others work too.
  test.setTimeout(600_000)
  const refused = await createOutside()
  test.skip(refused !== undefined, `no registry of packages answers here: ${refused}`)
  const page = join(own, app, 'src/sixth/sixth-page.tsx')
  writeFileSync(
    page,
    readFileSync(page, 'utf8')
      .replace(/^/, "import { encode } from 'uqr'\n")
      .replace("text={t('sixth.emptyNote')}", "text={`${t('sixth.emptyNote')} ${encode('news').size}`}"),
  )

  await runOutside('keys', '--make', app)
  // Operators decide what is live; the team has no key for that.
  await expect(
    runOutside('publish', app, '--skip-smoke-test', '--skip-checks', '--why', 'first'),
  ).rejects.toMatchObject({
    stdout: expect.stringMatching(/ops: this machine has no active private key of this role/),
  })
  await runOutside('publish', app, '--stage', '--skip-checks', '--why', 'first')
  await site.release('promote', app, '--why', 'first')

  const somebody = await createTestAccount(product.url, operate)
  const open = await openAs(context, site.url, somebody, '/sixth')
  const locateHeading = (name: string) => open.getByRole('heading', { level: 1, name })
  await expect(locateHeading('Updates')).toBeVisible()
  await expect(open.getByText(/ 23$/)).toBeVisible()
  expect(readLockedVersion(own)).not.toBe(readLockedVersion(rootFolder))

  const words = join(own, app, 'locales/en_US.json')
  writeFileSync(words, readFileSync(words, 'utf8').replace('"Updates"', '"Latest"'))
  await runOutside('publish', app, '--stage', '--skip-smoke-test', '--skip-checks', '--why', 'second')
  await site.release('promote', app, '--why', 'second')
  await open.reload()
  await expect(locateHeading('Latest')).toBeVisible()
  await site.release('rollback', app, '--why', 'test')
  await open.reload()
  await expect(locateHeading('Updates')).toBeVisible()
})

/** Makes the repository, with a library of its own. @returns why packages cannot be had, where they cannot */
async function createOutside(): Promise<string | undefined> {
  // What only checks and tests it stays away: a third of what is installed.
  const env = { ...process.env, npm_config_omit: 'dev' }
  // Without an answer npm retries for minutes.
  const isThere = await run('npm', ['view', library, 'version'], { cwd: folder, env, timeout: 20_000 }).then(
    () => true,
    () => false,
  )
  if (!isThere) return `${library} is not to be seen`
  const make = ['tools/checks/bin/run.mjs', 'tools/create/src/main.ts', app, '--outside', own]
  try {
    await run(process.execPath, make, { cwd: rootFolder, env })
    await run('npm', ['install', '-w', app, library, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: own, env })
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
