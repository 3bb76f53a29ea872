import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuildJson } from '../build-json.ts'
import { readBuildJson } from '../build-json.ts'
import { appBuild } from '../rspack/app-build.ts'
import { remoteRelease } from '../rspack/define-remote.ts'
import { shellRelease } from '../rspack/define-shell.ts'
import { repositoryRoot, workspaces } from '../repository.ts'
import { librarySizes, type LibrarySizes } from './library-sizes.ts'
import { runRspack } from './run-rspack.ts'

/** JavaScript in KB (1000 bytes), gzip; source: dependencies.md. The landing is shell and remote-auth's first page together. */
export const budgetsKb = { landing: 150, 'signed in': 195, 'remote-auth': 52, 'remote-tasks': 40, 'remote-wallet': 45, 'remote-team': 38 } as const

/** One app's weight, bytes after gzip. */
export type AppSizes = {
  app: string
  /** Entry of a remote, core of the shell. */
  entry: number
  /** Entry and the chunks of every page: what somebody loads who visits them all. For the shell its core. */
  scripts: number
  /** What is loaded only where it is needed: phone metadata, the transport's library. Language files are neither. */
  later: number
  styles: number
  /** The English language file. */
  locale: number
  /** Entry and the page's chunks, per route. */
  firstVisit: Readonly<Record<string, number>>
  libraries: LibrarySizes
}

export type BundleReport = { apps: readonly AppSizes[]; totals: readonly { name: string; bytes: number; budget: number; isWithin: boolean }[] }

/**
 * Builds every app and weighs it.
 *
 * @param apps  folder names; all that exist by default
 */
export async function bundleReport(apps: readonly string[] = appsOf()): Promise<BundleReport> {
  const weighed: AppSizes[] = []
  for (const app of apps) weighed.push(await weigh(app))
  return { apps: weighed, totals: totalsOf(weighed) }
}

/** The report as lines for a terminal. */
export function printedReport(report: BundleReport): string {
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} KB`
  const apps = report.apps.flatMap(app => [
    `${app.app}: entry ${kb(app.entry)}, all pages ${kb(app.scripts)}, later ${kb(app.later)}, styles ${kb(app.styles)}, English ${kb(app.locale)}`,
    ...Object.entries(app.libraries).filter(([, bytes]) => bytes >= 300).map(([name, bytes]) => `  ${kb(bytes)}  ${name}`),
  ])
  const totals = report.totals.map(({ name, bytes, budget, isWithin }) => `${isWithin ? 'within' : 'OVER  '} ${kb(bytes)} of ${budget} KB  ${name}`)
  return [...apps, '', 'JavaScript, gzip, React included:', ...totals].join('\n')
}

function appsOf(): readonly string[] {
  return workspaces().map(workspace => workspace.folder).filter(folder => folder === 'shell' || folder.startsWith('remote-')).filter(folder => existsSync(join(repositoryRoot, folder, 'rspack.config.ts')))
}

async function weigh(app: string): Promise<AppSizes> {
  const build = appBuild(join(repositoryRoot, app))
  const configuration = () => (app === 'shell' ? shellRelease(build) : remoteRelease(build))
  await runRspack(configuration())
  const material = readBuildJson(build.folder)
  const size = (file: string) => gzipSync(readFileSync(join(build.output, file)), { level: 9 }).length
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + size(file), 0)
  const all = readdirSync(build.output).filter(file => file.endsWith('.js') && !file.startsWith('locale.'))
  const scripts = new Set([material.entry, ...Object.values(material.preload).flat()])
  return {
    app, entry: size(material.entry), scripts: sum([...scripts]), later: sum(all.filter(file => !scripts.has(file))), styles: sum(material.styles), locale: size(material.locales.en_US ?? ''),
    firstVisit: firstVisits(material, sum), libraries: await librarySizes(configuration()),
  }
}

function firstVisits(material: BuildJson, sum: (files: readonly string[]) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(material.preload).map(([route, chunks]) => [route, sum([material.entry, ...chunks])]))
}

function totalsOf(apps: readonly AppSizes[]): BundleReport['totals'] {
  const of = (name: string) => apps.find(app => app.app === name)
  const shell = of('shell')?.entry ?? 0
  const rows = [
    { name: 'landing', bytes: shell + (of('remote-auth')?.firstVisit['/lanuch'] ?? 0), budget: budgetsKb.landing },
    { name: 'signed in', bytes: shell + (of('remote-tasks')?.firstVisit['/home'] ?? 0), budget: budgetsKb['signed in'] },
    ...(['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'] as const).map(name => ({ name, bytes: of(name)?.scripts ?? 0, budget: budgetsKb[name] })),
  ]
  return rows.filter(row => row.bytes > 0).map(row => ({ ...row, isWithin: row.bytes <= row.budget * 1000 }))
}
