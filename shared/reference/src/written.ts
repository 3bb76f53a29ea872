import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deploymentFile } from './deployment-file.ts'
import { faultsPage, limitsPage } from './pages/code-tables.ts'
import { configurationPage } from './pages/configuration.ts'
import { eventsPage } from './pages/events.ts'
import { apps, root, shortOf } from './apps.ts'

/** Every file that is written from the sources, whole or in part, relative to the root. */
export const written: Readonly<Record<string, () => string>> = {
  '.github/CODEOWNERS': codeowners,
  'deploy/kubernetes/base/releases.yaml': () => deploymentFile('deploy/kubernetes/base/releases.yaml'),
  'shared/docs/reference/configuration.md': configurationPage,
  'shared/docs/reference/events.md': eventsPage,
  'shared/docs/reference/faults.md': faultsPage,
  'shared/docs/reference/limits.md': limitsPage,
}

/** `.github/CODEOWNERS`: each app its own team, shared code the platform's; the names are placeholders. */
function codeowners(): string {
  const shared = readdirSync(join(root, 'shared'), { withFileTypes: true }).filter(entry => entry.isDirectory())
  const of = { contract: '@adcoin/platform @adcoin/service', docs: '@adcoin/platform' } as Readonly<
    Record<string, string>
  >
  const lines = [
    ['*', '@adcoin/platform'],
    ...apps().map(app => [`/${app}/`, `@adcoin/${shortOf(app)}`]),
    ['/api/', '@adcoin/service'],
    ['/e2e/', '@adcoin/platform'],
    ...shared.map(({ name }) => [`/shared/${name}/`, of[name] ?? '@adcoin/platform']).sort(),
  ]
  const width = Math.max(...lines.map(([folder = '']) => folder.length)) + 2
  return [
    '# Written by `npm run references` from the folders that are there. The last line that fits counts.',
    ...lines.map(([folder = '', owners = '']) => `${folder.padEnd(width)}${owners}`),
    '',
  ].join('\n')
}
