import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands, everywhere } from '@adcoin/release/commands'
import { root } from '../apps.ts'
import { head, page, table } from '../markdown.ts'

/** `reference/commands.md`: what can be typed. */
export function commandsPage(): string {
  return page([
    ...head(
      'Commands',
      'From `package.json`, the table of the release command and the commands that the service offers operators.',
    ),
    '',
    '## npm run …',
    '',
    ...table(['script', 'runs'], scripts('package.json')),
    '',
    'In one remote (`npm run … -w remote-wallet`):',
    '',
    ...table(['script', 'runs'], scripts('remote-wallet/package.json')),
    '',
    '## npm run release -- …',
    '',
    'Exit code 0 done, 1 refused or not well, 2 not understood. `DATA_DIR` says which store.',
    '',
    ...table(
      ['command', 'does', 'options'],
      Object.entries(commands).map(([name, { words, says, options = {} }]) => [
        `\`${[name, ...words].join(' ')}\``,
        says,
        optionsOf(options),
      ]),
    ),
    '',
    'Everywhere:',
    '',
    ...optionsOf(everywhere)
      .split('; ')
      .map(option => `- ${option}`),
    '',
    '## npm run ops -- …',
    '',
    'They run inside the service and are written to the audit log; a program may add `--json`.',
    '',
    ...table(['command', 'does'], operatorCommands()),
  ])
}

function scripts(file: string): readonly (readonly [string, string])[] {
  const { scripts: all } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts: Record<string, string> }
  return Object.entries(all).map(([name, line]) => [`\`${name}\``, `\`${line}\``])
}

function optionsOf(options: Readonly<Record<string, { readonly says: string; readonly value?: string }>>): string {
  return Object.entries(options)
    .map(([name, { says, value }]) => `\`--${name}${value === undefined ? '' : ` ${value}`}\` ${says}`)
    .join('; ')
}

/** `{ name, usage, says }` as they are written where a module offers them. */
function operatorCommands(): readonly (readonly [string, string])[] {
  const texts = globSync('api/src/**/*.ts', { cwd: root })
    .filter(file => !/\.test\.ts$|\/testing\//.test(file))
    .map(file => readFileSync(join(root, file), 'utf8'))
  const word = `(?:'((?:[^'\\\\]|\\\\.)*)'|"([^"]*)"|\`([^\`]*)\`)`
  const found = new RegExp(`name: ${word},\\s+usage:\\s+${word},\\s+says:\\s+${word}`, 'g')
  return texts
    .flatMap(text => [...text.matchAll(found)])
    .map(([, ...groups]) => {
      const [name = '', usage = '', says = ''] = [0, 3, 6].map(at =>
        groups
          .slice(at, at + 3)
          .find(each => each !== undefined)
          ?.replaceAll("\\'", "'"),
      )
      return [`\`${[name, usage].filter(Boolean).join(' ')}\``, says] as const
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
