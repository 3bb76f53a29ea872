import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listWorkspaces, readPackageJson, repositoryRoot, type PackageJson } from './repository.ts'

/**
 * The user's twelve libraries: the workspace that declares each, and a file of it that imports it. The journey
 * "one copy of each library" looks for them in the files that a browser loads.
 */
const libraries = {
  react: 'shared/ui/src/**/*.tsx',
  'react-dom': 'shell/src/**/*.ts*',
  'react-router-dom': 'shared/router/src/*.ts',
  '@module-federation/enhanced': 'tools/preset/src/rspack/*.ts',
  '@rspack/core': 'tools/preset/src/rspack/*.ts',
  zustand: 'shared/session/src/*.ts',
  i18next: 'shared/i18n/src/*.ts',
  axios: 'shared/http/src/*.ts',
  rxjs: 'shared/events/src/*.ts',
} as const

/** The libraries that are commands: the scripts that run them, in the workspaces that declare them. */
const commands = {
  '@rspack/cli': { script: 'build', command: 'rspack build', bin: 'rspack', declaredIn: 'tools/preset' },
  vitest: { script: 'unit', command: 'vitest run', bin: 'vitest', declaredIn: '.' },
  playwright: { script: 'e2e', command: 'playwright test', bin: 'playwright', declaredIn: '.' },
} as const
const built = ['shell', 'remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team']

const manifestOf = (folder: string) =>
  readPackageJson(join(repositoryRoot, folder, 'package.json')) as PackageJson & {
    readonly scripts: Readonly<Record<string, string>>
    readonly bin?: Readonly<Record<string, string>>
  }

describe('the libraries that the user chose', () => {
  it.each(Object.entries(libraries))('%s is declared where it is imported', (library, pattern) => {
    const folder = pattern.slice(0, pattern.indexOf('/src/'))
    expect(manifestOf(folder).dependencies).toHaveProperty([library])
    const imported = new RegExp(`^(import (?!type )[^;]*?|export [^;]*?)from '${library}(/[^']*)?'`, 'm')
    const files = globSync(pattern, { cwd: repositoryRoot }).filter(file => !/\.(test|gallery|types-test)\./.test(file))
    expect(files.filter(file => imported.test(readFileSync(join(repositoryRoot, file), 'utf8')))).not.toEqual([])
  })

  it.each(['react', 'react-dom'])('%s has its version in the root alone', library => {
    const versions = listWorkspaces().flatMap(({ folder, manifest }) => {
      const version = manifest.dependencies?.[library]
      return version === undefined ? [] : [`${folder}: ${version}`]
    })
    expect(versions.length).toBeGreaterThan(5)
    expect(versions.filter(each => !each.endsWith(': *'))).toEqual([])
    expect(manifestOf('.').devDependencies?.[library]).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it.each(Object.entries(commands))('%s runs by a script', (library, { script, command, bin, declaredIn }) => {
    const { dependencies, devDependencies } = manifestOf(declaredIn)
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([library])
    expect(manifestOf(`node_modules/${library}`).bin).toHaveProperty([bin])
    for (const folder of script === 'build' ? built : ['.'])
      expect(manifestOf(folder).scripts[script], folder).toContain(command)
  })
})
