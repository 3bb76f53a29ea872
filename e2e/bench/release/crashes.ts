import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildReleaseFolder, type Live } from '@adcoin/contract'
import { app, makeStore, runReleaseCommand, rootFolder, startGateway } from './store.ts'

const why = ['--why', 'bench']

/**
 * Kills publish and rollback with SIGKILL at random moments. After each, a page load must be whole: page and
 * `/live.json` are of one number, every file that `/live.json` names is there with its hash, and the site is the old or
 * the new one.
 */
export async function measureCrashes(times: number): Promise<void> {
  const data = await makeStore(4, 4, times + 1)
  const gateway = await startGateway(data)
  let [killed, finished, moved] = [0, 0, 0]
  try {
    const typical = await measurePublish(data)
    // Some commands end before their moment comes: as many more are run until this many were killed.
    for (let time = 0; killed < times && time < times * 3; time++) {
      const before = await expectWholeSite(gateway.port)
      const words =
        [
          [
            'publish',
            app,
            '--dist',
            join(data, 'next', app, String(1 + Math.floor(time / 3))),
            '--skip-smoke-test',
            ...why,
          ],
          ['rollback', app, '--to', '1.0.0', ...why],
          ['promote', app, '1.1.0', '--even-if-unsafe'],
        ][time % 3] ?? []
      const wasKilled = await runAndKill(data, words, Math.random() * typical)
      if (wasKilled) killed++
      else finished++
      const after = await expectWholeSite(gateway.port)
      // The number of an attempt that was killed is not used again.
      if (after < before) throw new Error(`generation ${before} became ${after}`)
      if (after !== before) moved++
    }
    const verified = (await runReleaseCommand(data, ['verify'])) as { ok: boolean }
    if (!verified.ok) throw new Error(`the store does not verify: ${JSON.stringify(verified)}`)
    console.log(
      `kill -9: ${killed} commands killed, ${finished} ended before their moment; the site was whole each time, ${moved} times the new one; the store verifies`,
    )
  } finally {
    await gateway.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function measurePublish(data: string): Promise<number> {
  const began = performance.now()
  await runReleaseCommand(data, ['publish', app, '--dist', join(data, 'next', app, '0'), '--skip-smoke-test', ...why])
  return performance.now() - began
}

function runAndKill(data: string, words: readonly string[], afterMs: number): Promise<boolean> {
  return new Promise(done => {
    const child = spawn(process.execPath, ['release/src/cli/main.ts', ...words], {
      cwd: rootFolder,
      env: { ...process.env, DATA_DIR: data, RELEASE_KEYS: 'given' },
      stdio: 'ignore',
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    child.once('exit', (_, signal) => {
      clearTimeout(timer)
      done(signal === 'SIGKILL')
    })
  })
}

/** Loads everything that the live page names. @returns its number */
async function expectWholeSite(port: number): Promise<number> {
  const at = `http://127.0.0.1:${port}`
  const page = await (await fetch(`${at}/home`)).text()
  const { number, apps } = (await (await fetch(`${at}/live.json`)).json()) as Live
  if (!page.includes(`"number":${number},`))
    throw new Error(`the page is of another number than live.json, which is ${number}`)
  for (const [app, { versions }] of Object.entries(apps)) {
    for (const [id, { integrity }] of Object.entries(versions)) {
      await Promise.all(
        Object.entries(integrity).map(async ([path, wanted]) => {
          const file = `${buildReleaseFolder(app, id)}/${path}`
          const answer = await fetch(at + file)
          const hash = createHash('sha256')
            .update(Buffer.from(await answer.arrayBuffer()))
            .digest('base64')
          if (!answer.ok || `sha256-${hash}` !== wanted) throw new Error(`${file} is not whole (${answer.status})`)
        }),
      )
    }
  }
  return number
}
