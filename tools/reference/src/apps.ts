import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppName, RemoteManifestFile } from '@adcoin/contract'

export type Manifest = v.InferOutput<typeof RemoteManifestFile>

/** Absolute path of the repository's root. */
export const treeRoot = join(import.meta.dirname, '..', '..', '..')

/** The apps of the tree, shell first. */
export function listTreeApps(): readonly string[] {
  return readdirSync(treeRoot)
    .filter(name => v.is(AppName, name) && existsSync(join(treeRoot, name, 'package.json')))
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || (a < b ? -1 : 1))
}

export const listTreeRemotes = (): readonly string[] => listTreeApps().filter(app => app !== 'shell')

/** `wallet` for `remote-wallet`: the name by which events and volumes know it. */
export const shortAppNameOf = (app: string): string => app.replace(/^remote-/, '')

export function loadRemoteManifest(remote: string): Manifest {
  return v.parse(RemoteManifestFile, JSON.parse(readFileSync(join(treeRoot, remote, 'remote.json'), 'utf8')))
}
