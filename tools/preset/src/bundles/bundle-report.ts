import type { BuildJson } from '@adcoin/contract'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'
import { readBuildJson } from '../build-json.ts'
import { describeAppBuild } from '../rspack/app-build.ts'
import { createRemoteReleaseConfig } from '../rspack/remote-config.ts'
import { createShellReleaseConfig } from '../rspack/shell-config.ts'
import { budgetOf, bytesPerKb } from './budgets.ts'
import { measureLibrarySizes, type LibrarySizes } from './library-sizes.ts'
import { runRspack } from './run-rspack.ts'

/** One app's weight, bytes after gzip. */
export type AppSizes = {
  app: string
  /** Entry of a remote, core of the shell. */
  entry: number
  /**
   * Entry and the chunks of every page: the bytes of a visit to all of them. For the shell its core and the shared
   * groups.
   */
  scripts: number
  /** Each file of shared modules that arrives later, by group. For remotes none. */
  groups: Readonly<Record<string, number>>
  /** Bytes that are loaded on demand only: phone metadata. Language files are neither. */
  later: number
  styles: number
  /** The English language file. */
  locale: number
  /** Entry and the page's chunks, per route, and the shared groups that the page needs. */
  firstVisit: Readonly<Record<string, { bytes: number; groups: readonly string[] }>>
  libraries: LibrarySizes
}

export type BundleReport = {
  apps: readonly AppSizes[]
  totals: readonly { name: string; bytes: number; budget: number; isWithin: boolean }[]
}

/**
 * Builds every app and weighs it.
 *
 * @param apps  folder names; all that exist by default
 */
export async function createBundleReport(apps: readonly string[] = listBundledApps()): Promise<BundleReport> {
  const weighed: AppSizes[] = []
  for (const app of apps) weighed.push(await weigh(app))
  return { apps: weighed, totals: computeTotals(weighed) }
}

/** The report as lines for a terminal. */
export function formatBundleReport(report: BundleReport): string {
  const kb = (bytes: number) => `${(bytes / bytesPerKb).toFixed(1).padStart(6)} KB`
  const apps = report.apps.flatMap(app => [
    `${app.app}: entry ${kb(app.entry)}, ${app.app === 'shell' ? 'with groups' : 'all pages'} ${kb(app.scripts)}, later ${kb(app.later)}, styles ${kb(app.styles)}, English ${kb(app.locale)}`,
    ...Object.entries(app.groups).map(([group, bytes]) => `  ${kb(bytes)}  shared group ${group}, a file of its own`),
    ...Object.entries(app.libraries)
      .filter(([, bytes]) => bytes >= 300)
      .map(([name, bytes]) => `  ${kb(bytes)}  ${name}`),
  ])
  const totals = report.totals.map(
    ({ name, bytes, budget, isWithin }) => `${isWithin ? 'within' : 'OVER  '} ${kb(bytes)} of ${budget} KB  ${name}`,
  )
  const shell = report.apps.find(({ app }) => app === 'shell')
  const after = shell
    ? [
        `not counted, because it is fetched after the landing is drawn: group data ${kb(shell.groups['data'] ?? 0)}; at the login group forms ${kb(shell.groups['forms'] ?? 0)}`,
      ]
    : []
  return [...apps, '', 'JavaScript, gzip, React included:', ...totals, ...after].join('\n')
}

function listBundledApps(): readonly string[] {
  return listWorkspaces()
    .map(workspace => workspace.folder)
    .filter(folder => folder === 'shell' || folder.startsWith('remote-'))
    .filter(folder => existsSync(join(repositoryRoot, folder, 'rspack.config.ts')))
}

async function weigh(app: string): Promise<AppSizes> {
  const build = describeAppBuild(join(repositoryRoot, app))
  const configuration = () => (app === 'shell' ? createShellReleaseConfig(build) : createRemoteReleaseConfig(build))
  await runRspack(configuration())
  const material = readBuildJson(build.folder)
  const size = (file: string) => gzipSync(readFileSync(join(build.output, file)), { level: 9 }).length
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + size(file), 0)
  const all = readdirSync(build.output).filter(file => file.endsWith('.js') && !file.startsWith('locale.'))
  const scripts = new Set([material.entry, ...Object.values(material.preload).flat()])
  const groups = app === 'shell' ? measureGroups(material, sum) : {}
  return {
    app,
    entry: size(material.entry),
    scripts: sum([...scripts]),
    groups,
    later: sum(all.filter(file => !scripts.has(file))),
    styles: sum(material.styles),
    locale: size(material.locales.en_US ?? ''),
    firstVisit: measureFirstVisits(material, sum),
    libraries: await measureLibrarySizes(configuration()),
  }
}

/** A group's files, but for those that are another group's own: `forms` waits for `data`, which is counted once. */
function measureGroups({ preload }: BuildJson, sum: (files: readonly string[]) => number): AppSizes['groups'] {
  const names = Object.keys(preload)
  return Object.fromEntries(
    names.map(group => [
      group,
      sum((preload[group] ?? []).filter(file => !names.some(other => other !== group && file.startsWith(`${other}.`)))),
    ]),
  )
}

function measureFirstVisits(material: BuildJson, sum: (files: readonly string[]) => number): AppSizes['firstVisit'] {
  return Object.fromEntries(
    Object.entries(material.preload).map(([route, chunks]) => [
      route,
      { bytes: sum([material.entry, ...chunks]), groups: material.groups[route] ?? [] },
    ]),
  )
}

function computeTotals(apps: readonly AppSizes[]): BundleReport['totals'] {
  const findApp = (name: string) => apps.find(app => app.app === name)
  const shell = findApp('shell')
  // A session needs the group `data`, whatever the page.
  const start = (app: string, route: string, session: readonly string[]) => {
    const page = findApp(app)?.firstVisit[route]
    const groups = new Set([...session, ...(page?.groups ?? [])])
    return (
      (shell?.entry ?? 0) +
      [...groups].reduce((total, group) => total + (shell?.groups[group] ?? 0), 0) +
      (page?.bytes ?? 0)
    )
  }
  const rows = [
    { name: 'landing', bytes: start('remote-auth', '/lanuch', []), budget: budgetOf('landing') },
    { name: 'signed in', bytes: start('remote-tasks', '/home', ['data']), budget: budgetOf('signed in') },
    ...apps
      .filter(({ app }) => app !== 'shell')
      .map(({ app, scripts }) => ({ name: app, bytes: scripts, budget: budgetOf(app) })),
  ]
  return rows.filter(row => row.bytes > 0).map(row => ({ ...row, isWithin: row.bytes <= row.budget * bytesPerKb }))
}
