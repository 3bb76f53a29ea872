import { basename, join } from 'node:path'
import { computeReleaseId } from '@adcoin/checks/source-hash'
import { builtFilesFolder } from '../build-json.ts'

/** An app with its release id and the folder of its files. */
export type AppBuild = {
  /** Absolute path of the workspace. */
  folder: string
  app: string
  /** `1.0.0-0a1b2c3d4e5f` */
  id: string
  /** Absolute path of the folder of the release's files; `build.json` is written beside it. */
  output: string
}

/**
 * The build of a workspace under its own source hash, into its own `dist`. ADCOIN_VERSION (`publish --version`)
 * replaces the version of its package.json.
 */
export function describeAppBuild(folder: string): AppBuild {
  const app = basename(folder)
  const version = process.env['ADCOIN_VERSION']
  const id = version === undefined ? computeReleaseId(app) : computeReleaseId(app).replace(/^[^-]*/, version)
  return { folder, app, id, output: join(folder, 'dist', builtFilesFolder) }
}

/**
 * `remote_wallet_1_0_0_0a1b2c3d4e5f`: unlike between any two releases, so that they can live in one page, styles
 * included.
 */
export function buildContainerName(app: string, id: string): string {
  return `${app}_${id}`.replace(/[^a-z0-9]+/g, '_')
}
