import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'
import { createRemote } from './create-remote.ts'
import { CreateError } from './names.ts'
import { packPlatform } from './pack-platform.ts'
import { platformFolder } from './platform-record.ts'
import { writeTemplate } from './templates.ts'
import { namePackages } from './name-packages.ts'

/**
 * Makes a repository with one remote: the shared packages as tarballs, a package.json, settings, a CI workflow, and a
 * lock file that begins with the third-party versions of this repository.
 *
 * @param folder  missing or empty
 * @param from    address or relative folder where newer platforms will be, if it is known
 * @returns the files to format, relative to it
 * @throws CreateError
 */
export function createRepository(folder: string, remote: string, icon: string, from?: string): readonly string[] {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CreateError(`${folder} is not empty; nothing was changed. Give a new folder.`)
  const files = createRemote(repositoryRoot, remote, icon, folder)
  const written = writeTemplate('repository', folder, { remote, name: basename(resolve(folder)) })
  const platform = packPlatform(join(folder, platformFolder), from)
  for (const [name, text] of Object.entries(platform.files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  namePackages(folder, platform)
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(createFirstLock(), null, 2)}\n`)
  return [...files, ...written]
}

/** The third-party versions that this repository is tested with. npm uses those that it needs and adds the rest. */
function createFirstLock(): object {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly link?: boolean }>>
  }
  const packages = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  )
  return { ...lock, packages: Object.fromEntries(packages) }
}
