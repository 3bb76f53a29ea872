import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, replaceFile } from '../store/durable.ts'
import type { ServiceAddress } from '../gateway/proxy.ts'

const whereFile = 'operations.json'
const secretFile = 'operators.secret'

/**
 * Makes the secret of operators' programs where there is none; the service reads it as it starts.
 *
 * @returns forgets where the service was: nobody shall tell the secret to whatever listens there next
 */
export async function ensureOperatorsSecret(dataFolder: string): Promise<() => Promise<void>> {
  const isThere = await readFile(join(dataFolder, secretFile)).then(
    () => true,
    error => {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    },
  )
  if (!isThere) await replaceFile(dataFolder, secretFile, `${randomBytes(32).toString('base64url')}\n`, 0o600)
  return () => rm(join(dataFolder, whereFile), { force: true })
}

/** Says where the service listens now, for operators' programs of this data folder. */
export async function tellWhere(dataFolder: string, { host, port }: ServiceAddress): Promise<void> {
  await replaceFile(dataFolder, whereFile, `${JSON.stringify({ service: `http://${host}:${port}` })}\n`, 0o600)
}
