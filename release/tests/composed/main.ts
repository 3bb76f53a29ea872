import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDeploymentEnv, missingParts, storeVariables } from './deployment-env.ts'
import { startWhole } from './start-whole.ts'

/**
 * Everything of docker-compose.yml as processes, for measurements in another one. Prints a line of JSON when all of it
 * is healthy. A line of its input names a part: it is killed, and a line reports when it is healthy again. Ends with
 * SIGTERM, and leaves nothing. PUBLIC_URL is not this machine.
 */
const folder = mkdtempSync(join(tmpdir(), 'adcoin-whole-'))
const secrets = createDeploymentEnv()
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const whole = await startWhole({ folder, env: { ...secrets, ...storeVariables }, without: missingParts }).catch(
  (error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  },
)
let isEnding = false
const end = async () => {
  if (isEnding) return
  isEnding = true
  await whole.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
createInterface(process.stdin)
  .on('line', part => void whole.kill(part).then(ms => say({ part, ms })))
  .on('close', () => void end())
const { url, services, operations, databaseUrl } = whole
say({
  url,
  services,
  operations,
  databaseUrl,
  folder,
  secrets,
  parts: Object.keys(whole.parts),
  operatorsEnv: whole.envOf('operations'),
})
