import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openChromium } from './chromium.ts'

/** What Chromium does with its profile: the socket stands beside it, and a link in it leads there. */
const browser = `#!/bin/sh
for word; do case $word in --user-data-dir=*) profile=\${word#*=} ;; esac; done
mkdir "$profile-socket"
touch "$profile-socket/SingletonSocket"
ln -s "$profile-socket/SingletonSocket" "$profile/SingletonSocket"
exec sleep 60
`

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'adcoin-chromium-'))))
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

it('a browser that is ended leaves neither its profile nor the folder of its socket', async () => {
  const path = join(folder, 'browser')
  await writeFile(path, browser, { mode: 0o755 })
  vi.stubEnv('TMPDIR', folder)
  const close = await openChromium(path, 'about:blank')
  const links = async () => (await readdir(folder, { recursive: true })).filter(file => /\/SingletonSocket$/.test(file))
  await expect.poll(links).toHaveLength(2)
  await close()
  expect(await readdir(folder)).toEqual(['browser'])
})
