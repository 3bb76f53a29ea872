import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { balance, launch, taskList, transactionList } from '@adcoin/contract'
import { findFreePort, rootFolder } from '../../../product/product.ts'
import { endService, readFirstLine } from '../../measured-service.ts'
import { runUnderLoad, type WithdrawingPerson } from './load.ts'
import { makePeople, expectNothingLost, type BenchDeployment } from './people.ts'

const reads = [launch.path, balance.path, transactionList.path, taskList.path]
const turns = 4

/** A fault of a running service; answers the process that runs afterwards. */
type Strike = (service: ChildProcess, start: () => Promise<ChildProcess>) => Promise<ChildProcess>

/** Ended as a deployment does, and started. */
export const restartService: Strike = async (service, start) => {
  await endService(service)
  return start()
}

/** Frozen for a while, as by a snapshot of its machine. */
export const freezeService: Strike = async service => {
  service.kill('SIGSTOP')
  await pause(6_000)
  service.kill('SIGCONT')
  return service
}

/** Two services behind our gateway, on a database of their own, each struck in turn. */
export async function rollServices(each: number, seconds: number, strike: Strike): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (!server)
    throw new Error('two services need PostgreSQL: set TEST_DATABASE_URL to one where a database may be made')
  const name = `adcoin_rolling_${randomBytes(6).toString('hex')}`
  await runSql(server, `CREATE DATABASE ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-rolling-'))
  const running: ChildProcess[] = []
  let gateway: ChildProcess | undefined
  try {
    const deployment = await createDeployment(folder, Object.assign(new URL(server), { pathname: `/${name}` }).href)
    const people = await makePeople(deployment, each * turns)
    running.push(...(await Promise.all(deployment.services.map((_, at) => startService(deployment, at)))))
    gateway = await startGateway(deployment)
    const answered = new Map<WithdrawingPerson, string>()
    const load = { url: deployment.url, reads, seconds, answered }
    let failed = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const at = turn % deployment.services.length
      const roll = async (): Promise<number> => {
        const began = performance.now()
        if (running[at]) running[at] = await strike(running[at], () => startService(deployment, at))
        return Math.round(performance.now() - began)
      }
      failed += await runUnderLoad(load, people.slice(turn * each, (turn + 1) * each), `service ${at + 1}`, roll)
    }
    await expectNothingLost(deployment, people, answered)
    if (failed > 0) process.exitCode = 1
  } finally {
    await Promise.all([...running, ...(gateway ? [gateway] : [])].map(endService))
    await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`)
    rmSync(folder, { recursive: true, force: true })
  }
}

const runSql = (url: string, text: string) => promisify(execFile)('psql', ['-q', '-c', text, url])

async function createDeployment(folder: string, databaseUrl: string): Promise<BenchDeployment> {
  const names = ['SECRET_PEPPER', 'SECRET_PAYWAY_KEY', 'SECRET_CURSOR_KEY']
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [url = '', ...services] = ports.map(port => `http://127.0.0.1:${port}`)
  return {
    url,
    services,
    databaseUrl,
    folder,
    secrets: Object.fromEntries(names.map(each => [each, randomBytes(32).toString('base64')])),
    opsDir: join(folder, 'service-0'),
  }
}

/** On its own port again, whichever start it is. */
async function startService(
  { services, databaseUrl, folder, secrets }: BenchDeployment,
  at: number,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['api/src/server.ts'], {
    cwd: rootFolder,
    env: {
      ...process.env,
      ...secrets,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, `service-${at}`),
      PORT: new URL(services[at] ?? '').port,
      NODE_ENV: 'test',
      OIDC_DEVELOPMENT: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readFirstLine(child)
  return child
}

/** Our gateway before both of them, on a store with no pages. */
async function startGateway({ url, services, folder }: BenchDeployment): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['release/src/start/gateway-main.ts'], {
    cwd: rootFolder,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'gateway'),
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      SERVICE: services.map(service => new URL(service).host).join(','),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
