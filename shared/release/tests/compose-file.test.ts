import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** The plugin of the docker client, or the program of its own that came before it: both are still met. */
const clients = [['docker', 'compose'], ['docker-compose']] as const
const installed = clients.filter(([command, ...words]) => spawnSync(command, [...words, 'version']).status === 0)

it.runIf(installed.length > 0)(
  'docker-compose.yml passes the check of each client that is installed',
  () => {
    for (const [command, ...words] of installed) {
      const { status, stdout, stderr } = spawnSync(command, [...words, 'config'], { cwd: root, encoding: 'utf8' })
      expect([command, status], stderr).toEqual([command, 0])
      for (const service of [
        'gateway',
        'service',
        'migrations',
        'postgres',
        'publish-auth',
        'publish-tasks',
        'publish-wallet',
        'publish-team',
        'publish-shell',
        'go-live',
      ])
        expect(stdout).toContain(`  ${service}:\n`)
    }
  },
  30_000,
)
