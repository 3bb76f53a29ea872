import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'
import { fetchPlatform, type FetchedPlatform } from './fetch-platform.ts'
import { installPackages } from './install-packages.ts'
import { CreateError } from './names.ts'
import { formatPlatformRecord, platformFolder, readPlatformRecord, type PlatformRecord } from './platform-record.ts'
import { runVisibly } from './templates.ts'
import { namePackages } from './name-packages.ts'

/**
 * Brings another platform into a team's repository: its packages, the versions of its tools, the lock file. The rest is
 * done by the tools that arrived with it (`finish-upgrade.ts`). If npm cannot install it, everything is put back.
 *
 * @param given  an address, or a folder relative to where npm was started; by default where the last platform came from
 * @throws CreateError with what to do
 */
export async function bringPlatform(folder: string, given?: string): Promise<void> {
  const before = readPlatformRecord(join(folder, platformFolder))
  const source = given ?? before?.from
  if (source === undefined)
    throw new CreateError('Where is the newer platform? npm run upgrade -- FOLDER_OR_URL. A URL is remembered.')
  const place = /^https?:/.test(source) ? source : resolve(given === undefined ? folder : findStart(), source)
  const fetched = await fetchPlatform(place)
  if (fetched.record.version === before?.version) {
    console.info(`This repository has that platform already: ${before.version}.`)
    return
  }
  const former = mkdtempSync(join(tmpdir(), 'adcoin-upgrade-'))
  try {
    keepFormer(folder, former)
    writePlatform(folder, fetched, rememberPlace(folder, place), before)
    try {
      installPackages(folder)
    } catch (error) {
      restoreFormer(folder, former)
      const reason = error instanceof Error ? error.message : String(error)
      throw new CreateError(
        `The platform ${fetched.record.version} cannot be installed. Files are as they were before; npm ci restores node_modules.\n${reason}`,
      )
    }
    runVisibly(folder, 'node_modules/@adcoin/create/src/main.ts', 'finish-upgrade', join(former, platformFolder))
  } finally {
    rmSync(former, { recursive: true, force: true })
  }
}

const findStart = (): string => process.env['INIT_CWD'] ?? repositoryRoot

/** An address as it is, a folder relative to the repository if it is beside it: paths of this machine help no other. */
function rememberPlace(folder: string, place: string): string | undefined {
  if (/^https?:/.test(place)) return place
  const path = relative(folder, place)
  return !isAbsolute(path) && /^(?:\.\.[\\/])?[^.]/.test(path) ? path : undefined
}

const manifests = ['package.json', 'package-lock.json']

function keepFormer(folder: string, former: string): void {
  for (const name of manifests) if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(former, name))
  cpSync(join(folder, platformFolder), join(former, platformFolder), { recursive: true })
}

function restoreFormer(folder: string, former: string): void {
  rmSync(join(folder, platformFolder), { recursive: true, force: true })
  cpSync(join(former, platformFolder), join(folder, platformFolder), { recursive: true })
  for (const name of manifests) if (existsSync(join(former, name))) copyFileSync(join(former, name), join(folder, name))
}

function writePlatform(
  folder: string,
  { record, files }: FetchedPlatform,
  from: string | undefined,
  before: PlatformRecord | undefined,
): void {
  const target = join(folder, platformFolder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const { from: ofSource, ...own } = record
  const remembered = from ?? before?.from ?? ofSource
  const [name, text] = formatPlatformRecord({ ...own, ...(remembered === undefined ? {} : { from: remembered }) })
  writeFileSync(join(target, name), text)
  for (const [file, bytes] of files) writeFileSync(join(target, file), bytes)
  namePackages(folder, record, before)
}
