import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppName } from '@adcoin/contract'

type App = v.InferOutput<typeof AppName>

/**
 * The apps of a repository, shell first: every folder `shell` or `remote-*` that is a workspace. A new remote is one as
 * soon as its folder exists.
 */
export function listApps(root: string): readonly App[] {
  return readdirSync(root)
    .filter((name): name is App => v.is(AppName, name) && existsSync(join(root, name, 'package.json')))
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || (a < b ? -1 : 1))
}
