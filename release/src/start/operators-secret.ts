import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceAddress } from '../gateway/service-proxy.ts'
import { hasCode, replaceFile } from '../store/durable.ts'

const whereFile = 'operations.json'
const secretFile = 'operators.secret'

/**
 * Makes the secret of operators' programs if there is none; the service reads it when it starts.
 *
 * @returns removes the service's address: the secret must not be sent to another program on that port
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

/** Stores the service's address, for operators' programs of this data folder. */
export async function storeServiceAddress(dataFolder: string, { host, port }: ServiceAddress): Promise<void> {
  await replaceFile(dataFolder, whereFile, `${JSON.stringify({ service: `http://${host}:${port}` })}\n`, 0o600)
}
