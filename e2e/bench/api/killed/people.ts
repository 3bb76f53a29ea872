import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { balance, withdrawLog, withdrawRequest } from '@adcoin/contract'
import { rootFolder } from '../../../product/product.ts'
import { endService, readFirstLine } from '../../measured-service.ts'
import { createClient, type RequestOutcome } from './client.ts'
import type { WithdrawingPerson } from './load.ts'

/** Addresses for people and operators. */
export type BenchDeployment = {
  readonly url: string
  readonly services: readonly string[]
  readonly databaseUrl: string
  readonly folder: string
  readonly secrets: Readonly<Record<string, string>>
  /** Of the service that takes operators' commands. */
  readonly opsDir: string
}

/** People with coin and a code, made by the service of the benches on the same database, before any load. */
export async function makePeople(
  { databaseUrl, folder, secrets }: BenchDeployment,
  count: number,
): Promise<readonly WithdrawingPerson[]> {
  const child = spawn(process.execPath, ['api/src/testing/measured/main.ts', `${count}`, 'cheap'], {
    cwd: rootFolder,
    env: { ...process.env, ...secrets, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'people'), PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { people } = await readFirstLine<{ people: WithdrawingPerson[] }>(child)
  await endService(child)
  return people
}

/** Every withdrawal once, the answer the same for ever from both services, and the sums of the ledger. */
export async function expectNothingLost(
  deployment: BenchDeployment,
  people: readonly WithdrawingPerson[],
  answered: ReadonlyMap<WithdrawingPerson, string>,
): Promise<void> {
  const problems: string[] = []
  for (const [number, person] of people.entries()) {
    for (const service of deployment.services) {
      const ask = createClient(service, number, person.token)
      const again = await ask(withdrawRequest.path, person.withdrawal, person.key)
      if (!isDeepStrictEqual(parseJson(again.body), parseJson(answered.get(person))))
        problems.push(`another answer: ${again.body} after ${answered.get(person)}`)
      const { list } = readData<{ list: unknown[] }>(await ask(withdrawLog.path))
      if (list.length !== 1) problems.push(`${list.length} withdrawals of one person`)
    }
    const money = readData<{ amount: string; hold: string }>(
      await createClient(deployment.url, number, person.token)(balance.path),
    )
    if (money.amount !== '0' || money.hold !== person.withdrawal.amount)
      problems.push(`a balance of ${money.amount}, held ${money.hold}`)
  }
  const stdout = await runOps(deployment, 'ledger:verify')
  console.log(`  ${people.length} withdrawals, ${answered.size} answered; ledger: ${stdout.replace(/\s+/g, ' ')}`)
  for (const problem of problems) console.log(`  WRONG: ${problem}`)
  if (problems.length > 0 || answered.size !== people.length || !stdout.includes('"ok": true')) process.exitCode = 1
}

const parseJson = (text: string | undefined): unknown => JSON.parse(text || 'null')
const readData = <Data>({ body }: RequestOutcome): Data => (JSON.parse(body) as { data: Data }).data

/** `npm run ops` beside the first service. */
export async function runOps({ opsDir }: BenchDeployment, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['api/src/operator-commands/main.ts', ...words, '--json'],
    {
      cwd: rootFolder,
      env: { ...process.env, OPS_DIR: opsDir },
    },
  )
  return stdout
}
