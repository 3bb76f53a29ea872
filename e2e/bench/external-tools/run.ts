import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { operator } from '../../product/operator.ts'
import { root } from '../../product/product.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { reportOf, type LighthouseReport } from '../lighthouse/run.ts'
import { measuredProduct } from '../measured-product.ts'

const execute = promisify(execFile)
/** Fetched by npm as they are run, without install scripts: Spectral brings a package that reports its users. */
const tools = { spectral: '@stoplight/spectral-cli@6.16.3', publint: 'publint@0.3.25', schemathesis: 'schemathesis' }
const openToVisitors = ['/lanuch', '/login', '/register', '/login?reset=mobile']
const ofAPerson = ['/home', '/taskList', '/money', '/withdraw', '/team', '/personalSetting']
const categories = ['accessibility', 'best-practices', 'seo']

/**
 * npm run bench -- external-tools: findings of tools that are not ours. Lighthouse's accessibility, best practices and
 * search on ten screens; Spectral on the API's description; publint on the packages that an owner may publish;
 * schemathesis on the running service, where Python's `uvx` is there. Exit code 1 where one of them finds something.
 */
export async function run(): Promise<void> {
  const product = await measuredProduct()
  try {
    const { token } = await makeSomebody(product.url, operator(product.dataDir))
    const found = [
      ...(await lighthouse(product.url, token)),
      ...(await spectral(product.url)),
      ...(await publint()),
      ...(await schemathesis(product.url)),
    ]
    for (const line of found) console.log(`found: ${line}`)
    console.log(`${found.length} findings`)
    if (found.length > 0) process.exitCode = 1
  } finally {
    await product.stop()
  }
}

async function lighthouse(url: string, token: string): Promise<string[]> {
  const found: string[] = []
  for (const path of [...openToVisitors, ...ofAPerson]) {
    const report = await reportOf(`${url}${path}`, ofAPerson.includes(path) ? token : null, categories)
    const scores = categories.map(name => Math.round((report.categories[name]?.score ?? 0) * 100))
    console.log(`Lighthouse ${path.padEnd(20)} ${categories.map((name, at) => `${name} ${scores[at]}`).join(', ')}`)
    if (scores.some(score => score < 100)) found.push(...failedAudits(report).map(title => `${path}: ${title}`))
  }
  return found
}

function failedAudits({ categories: all, audits }: LighthouseReport): string[] {
  return categories
    .flatMap(name => all[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`)
}

async function spectral(url: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-spectral-'))
  try {
    writeFileSync(join(folder, 'rules.yaml'), 'extends: spectral:oas\n')
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/docs/openapi.json`)).text())
    const words = ['lint', join(folder, 'openapi.json'), '--ruleset', join(folder, 'rules.yaml'), '--quiet']
    const printed = await outputOf('npx', ['--yes', tools.spectral, ...words, '--format=json', '--fail-severity=hint'])
    const findings = JSON.parse(printed) as readonly { code: string; message: string; path: readonly string[] }[]
    console.log(`Spectral: ${findings.length} findings`)
    return findings.map(({ code, message, path }) => `Spectral: ${code}: ${message} (${path.join('/')})`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function publint(): Promise<string[]> {
  const found: string[] = []
  for (const name of readdirSync(join(root, 'shared')).filter(each => each !== 'docs')) {
    const printed = await outputOf('npx', ['--yes', tools.publint, join(root, 'shared', name), '--level', 'warning'])
    // Entries of our own tests are in no package.
    const problems = printed.split('\n').filter(line => /^\d+\. /.test(line) && !line.includes(' ./tests/'))
    found.push(...problems.map(line => `publint ${name}: ${line}`))
  }
  console.log(`publint: ${found.length} findings`)
  return found
}

async function schemathesis(url: string): Promise<string[]> {
  const isThere = await execute('uvx', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    console.log('schemathesis: skipped, this machine has no uvx')
    return []
  }
  const words = ['run', `${url}/docs/openapi.json`, '--url', url, '--checks', 'not_a_server_error', '--max-examples=50']
  const printed = await outputOf('uvx', [tools.schemathesis, ...words])
  console.log(printed)
  return /server error/i.test(printed) ? ['schemathesis: see above'] : []
}

/** Standard output of a command, also of one that fails because it found something. */
async function outputOf(command: string, words: readonly string[]): Promise<string> {
  const env = { ...process.env, npm_config_ignore_scripts: 'true', NO_COLOR: '1' }
  return execute(command, words, { maxBuffer: 64 << 20, env }).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: string }) => {
      if (typeof error.code !== 'number') throw error
      return error.stdout ?? ''
    },
  )
}
