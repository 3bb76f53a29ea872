import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { given, inVolumes, leftOut, stored } from './given.ts'
import { startWhole } from './whole.ts'

/**
 * main.ts production | development: everything of docker-compose.yml as processes, for journeys and measurements in
 * another one. Prints a line of JSON when all of it is healthy. A line of its input names a part: it is killed, and a
 * line says when it is healthy again. Ends with SIGTERM, and leaves nothing. In production PUBLIC_URL is not this machine.
 */
const isDevelopment = process.argv[2] === 'development'
const folder = mkdtempSync(join(tmpdir(), 'adcoin-whole-'))
const secrets = isDevelopment ? {} : given()
const words = Object.entries(process.env).filter(([name]) => /^(SANDBOX|DEMO)/.test(name))
const env = { ...secrets, ...(Object.fromEntries(words) as Record<string, string>) }
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

// Journeys copy the store, so for them it is a folder.
const whole = await startWhole({
  folder,
  isDevelopment,
  env: { ...env, ...(isDevelopment ? inVolumes : stored) },
  without: isDevelopment ? ['object-store'] : leftOut,
}).catch((error: unknown) => {
  rmSync(folder, { recursive: true, force: true })
  throw error
})
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
