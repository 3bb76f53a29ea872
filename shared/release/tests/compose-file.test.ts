import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appsOf } from '../src/start/apps.ts'

const root = join(import.meta.dirname, '../../..')
/** The plugin of the docker client, or the program of its own that came before it: both are still met. */
const clients = [['docker', 'compose'], ['docker-compose']] as const
const installed = clients.filter(([command, ...words]) => spawnSync(command, [...words, 'version']).status === 0)

const shortOf = (app: string) => app.replace(/^remote-/, '')

it.each(appsOf(root))(
  'docker-compose.yml gives %s a key of its own, a publisher, and its turn to go live; `npm run references` writes it',
  app => {
    const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
    const short = shortOf(app)
    for (const line of [
      `      - key-${short}:/data/private/${app}\n`,
      `  publish-${short}:\n`,
      `args: { APP: ${app} }`,
      `key-${short}:/data/private:ro]`,
      `      publish-${short}: { condition: service_completed_successfully }\n`,
      `  key-${short}:\n`,
    ])
      expect(text).toContain(line)
    // The shell of the image finds the folders; the frame is first, so that no remote goes live without one.
    for (const loop of [/for role in ops ([^;]*);/, /for app in ([^;]*);/])
      expect(loop.exec(text)?.[1]).toBe('shell remote-*')
  },
)

it.runIf(installed.length > 0)(
  'docker-compose.yml passes the check of each client that is installed, alone and as for development',
  () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.development.yml']
    const tries = installed.flatMap(client => [
      [...client, 'config'],
      [...client, ...files, 'config'],
    ])
    for (const [command = '', ...words] of tries) {
      const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' })
      expect([command, status], stderr).toEqual([command, 0])
      for (const service of [
        'gateway',
        'service',
        'migrations',
        'postgres',
        ...appsOf(root).map(app => `publish-${shortOf(app)}`),
        'go-live',
      ])
        expect(stdout).toContain(`  ${service}:\n`)
    }
  },
  30_000,
)
