import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatFaultsPage, formatLimitsPage } from './pages/code-tables.ts'
import { formatConfigurationPage } from './pages/configuration.ts'
import { formatEventsPage } from './pages/events.ts'
import { formatLibrariesPage } from './pages/libraries.ts'
import { listTreeApps, treeRoot, shortAppNameOf } from './apps.ts'

const releases = 'deploy/kubernetes/base/releases.yaml'

/** Every file that is written from the sources, whole or in part, relative to the root. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  '.github/CODEOWNERS': formatCodeowners,
  [releases]: formatPublishers,
  'docs/reference/configuration.md': formatConfigurationPage,
  'docs/reference/events.md': formatEventsPage,
  'docs/reference/faults.md': formatFaultsPage,
  'docs/reference/libraries.md': formatLibrariesPage,
  'docs/reference/limits.md': formatLimitsPage,
}

/** `.github/CODEOWNERS`: each app its own team, all else the platform's; the names are placeholders. */
function formatCodeowners(): string {
  const lines = [
    ['*', '@adcoin/platform'],
    ...listTreeApps().map(app => [`/${app}/`, `@adcoin/${shortAppNameOf(app)}`]),
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
function formatPublishers(): string {
  return readFileSync(join(treeRoot, releases), 'utf8').replace(
    /(?<=^# for each app.*\n)(---\n[^]*?)(?=^---$|^# until)[^]*?(?=^# until here$)/m,
    (_, job: string) =>
      listTreeApps().reduce((jobs, app) => jobs + job.replaceAll('-shell', `-${shortAppNameOf(app)}`), ''),
  )
}
