import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'

type Locked = {
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly resolved?: string
}
const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>
}
const thirdParty = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/**
 * Licences that a product may carry. LGPL: libvips of sharp, a library of its own that the service loads. Python-2.0: a
 * part of kysely-codegen, which is no part of the product.
 */
const permissive = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Zlib|OFL-1\.1|MPL-2\.0)$/
const isAllowed = (path: string, license = '') =>
  license
    .replace(/[()]/g, '')
    .split(/ (?:AND|OR|or) /)
    .every(
      each =>
        permissive.test(each) ||
        (each === 'LGPL-3.0-or-later' && path.includes('@img/sharp-')) ||
        (each === 'Python-2.0' && path === 'node_modules/argparse'),
    )

it('every third-party package has a licence that we may carry', () => {
  expect(thirdParty.length).toBeGreaterThan(400)
  expect(thirdParty.filter(([path, { license }]) => !isAllowed(path, license)).map(([path]) => path)).toEqual([])
})

it('no package runs a script when it is installed', () =>
  expect(thirdParty.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path)).toEqual([]))

it('no package comes from a host of its own or from a repository', () =>
  expect(thirdParty.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]))
