import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a new file and flushes it to disk before it returns. */
export async function writeSynced(path: string, bytes: Buffer, mode = 0o644): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a folder's entries, so that a rename in it survives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Replaces a small file in one step that survives a crash. */
export async function replaceFile(folder: string, name: string, text: string, mode: number): Promise<void> {
  const aside = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    await writeSynced(aside, Buffer.from(text), mode)
    await rename(aside, join(folder, name))
    await syncFolder(folder)
  } finally {
    await rm(aside, { force: true })
  }
}

/** Is it a system error with one of these codes (`ENOENT` …)? */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
