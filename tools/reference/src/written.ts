import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsPage, limitsPage } from './pages/code-tables.ts'
import { configurationPage } from './pages/configuration.ts'
import { eventsPage } from './pages/events.ts'
import { apps, root, shortOf } from './apps.ts'

const releases = 'deploy/kubernetes/base/releases.yaml'

/** Every file that is written from the sources, whole or in part, relative to the root. */
export const written: Readonly<Record<string, () => string>> = {
  '.github/CODEOWNERS': codeowners,
  [releases]: publishers,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/faults.md': faultsPage,
  'docs/reference/limits.md': limitsPage,
}

/** `.github/CODEOWNERS`: each app its own team, all else the platform's; the names are placeholders. */
function codeowners(): string {
  const lines = [
    ['*', '@adcoin/platform'],
    ...apps().map(app => [`/${app}/`, `@adcoin/${shortOf(app)}`]),
    ['/api/', '@adcoin/service'],
    ['/shared/contract/', '@adcoin/platform @adcoin/service'],
  ]
  return [
    '# Written by `npm run references` from the folders that are there. The last line that fits counts.',
    ...lines.map(([folder = '', owners = '']) => `${folder.padEnd(20)}${owners}`),
    '',
  ].join('\n')
}

/** A Job for each app that is there, as the format lacks loops: copies of the shell's. */
function publishers(): string {
  return readFileSync(join(root, releases), 'utf8').replace(
    /(?<=^# for each app.*\n)(---\n[^]*?)(?=^---$|^# until)[^]*?(?=^# until here$)/m,
    (_, job: string) => apps().reduce((jobs, app) => jobs + job.replaceAll('-shell', `-${shortOf(app)}`), ''),
  )
}
