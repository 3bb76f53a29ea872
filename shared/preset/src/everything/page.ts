import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { inPage, RemoteManifestFile, type Registry, type RegistryApp } from '@adcoin/contract'
import { tabsWithLabels } from '@adcoin/checks/labels'
import { laterGroups } from '../singletons.ts'
import { filesPath, type Everything } from './define-everything.ts'

/** Placeholder of a release's id and files: nothing is fetched, the page's own build contains the entries. */
const id = '0.0.0-00000000'
const locales = { en_US: 'none', zh_TW: 'none', pt_PT: 'none', hi_IN: 'none', es_MX: 'none', es_ES: 'none' }

/**
 * The registry in development: every remote, by its present manifest.
 *
 * @throws if a manifest is invalid, with the file and the problem
 */
export function registryOfSources({ shell, remotes }: Everything): Registry {
  const apps = [shell, ...remotes].map(folder => [basename(folder), appOf(folder, folder === shell)] as const)
  return { generation: 1, apps: Object.fromEntries(apps), revoked: [] }
}

function appOf(folder: string, isShell: boolean): RegistryApp {
  const app = basename(folder)
  const manifest = isShell ? { routes: [], tabs: [] } : manifestOf(folder)
  return {
    active: {
      id,
      version: '0.0.0',
      path: `/releases/${app}/${id}`,
      entry: 'remoteEntry.js',
      integrity: {},
      styles: [],
      locales,
      preload: {},
      groups: Object.fromEntries(manifest.routes.map(({ path }) => [path, [...laterGroups()]])),
      ...(isShell ? {} : { container: 'sources' }),
    },
    previous: [],
    routes: manifest.routes,
    tabs: tabsWithLabels(folder, manifest.tabs),
  }
}

function manifestOf(folder: string) {
  const file = join(folder, 'remote.json')
  try {
    return v.parse(RemoteManifestFile, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const problem = v.isValiError(error)
      ? error.issues.map(issue => `${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}`).join('; ')
      : String(error)
    throw new Error(`${basename(folder)}/remote.json cannot be read: ${problem}. Mend it and load the page again.`)
  }
}

/** The page around it, without the boot script's first picture: what is drawn is drawn by the sources. */
export function pageOfSources(everything: Everything): string {
  const { apps, ...registry } = registryOfSources(everything)
  const brief = Object.fromEntries(Object.entries(apps).map(([app, entry]) => [app, inPage(entry)]))
  const block = JSON.stringify({ ...registry, apps: brief }).replaceAll('<', '\\u003c')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    '<title>Ad Coin</title>',
    `<link rel="stylesheet" href="${filesPath}shell.css">`,
    `<link rel="icon" href="${filesPath}icon.svg" type="image/svg+xml">`,
    `<script type="application/json" id="registry">${block}</script>`,
    `<script defer src="${filesPath}shell.js"></script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
