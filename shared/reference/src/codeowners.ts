import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apps, root, shortOf } from './apps.ts'

/** `.github/CODEOWNERS`: each app its own team, shared code the platform's; the names are placeholders. */
export function codeowners(): string {
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
