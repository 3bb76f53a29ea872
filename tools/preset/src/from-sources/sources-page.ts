import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { RemoteManifestFile, type Live, type LiveApp } from '@adcoin/contract'
import { addTabLabels } from '@adcoin/checks/labels'
import { listLaterGroups } from '../singletons.ts'
import { filesPath, type SourceApps } from './sources-config.ts'

/** Placeholder of a release's id and files: nothing is fetched, the page's own build contains the entries. */
const id = '0.0.0-00000000'
const locales = { en_US: 'none', zh_TW: 'none', pt_PT: 'none', hi_IN: 'none', es_MX: 'none', es_ES: 'none' }

/**
 * What is live in development: every remote, by its present manifest.
 *
 * @throws if a manifest is invalid, with the file and the problem
 */
export function buildSourcesLive({ shell, remotes }: SourceApps): Live {
  const apps = [shell, ...remotes].map(folder => [basename(folder), buildApp(folder, folder === shell)] as const)
  return { number: 1, created: new Date(0).toISOString(), apps: Object.fromEntries(apps), revoked: [], floor: {} }
}

function buildApp(folder: string, isShell: boolean): LiveApp {
  const manifest = isShell ? { routes: [], tabs: [] } : readManifestOfSources(folder)
  const version = {
    ...(isShell ? {} : { container: 'sources' }),
    entry: 'remoteEntry.js',
    styles: [],
    locales,
    preload: {},
    groups: Object.fromEntries(manifest.routes.map(({ path }) => [path, [...listLaterGroups()]])),
    integrity: {},
  }
  return {
    active: id,
    previous: [],
    canary: undefined,
    versions: { [id]: version },
    routes: manifest.routes,
    tabs: addTabLabels(folder, manifest.tabs),
  }
}

function readManifestOfSources(folder: string) {
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

/** The page around it, without a prerendered screen: what is drawn is drawn by the sources. */
export function renderSourcesPage(sources: SourceApps): string {
  const block = JSON.stringify(buildSourcesLive(sources)).replaceAll('<', '\\u003c')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    '<title>Ad Coin</title>',
    `<link rel="stylesheet" href="${filesPath}shell.css">`,
    `<link rel="icon" href="${filesPath}icon.svg" type="image/svg+xml">`,
    `<script type="application/json" id="live">${block}</script>`,
    `<script defer src="${filesPath}shell.js"></script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
