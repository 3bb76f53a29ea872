import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { ReleaseId } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import { readBuiltId } from './build-apps.ts'

const Record = v.object({ id: ReleaseId })

/**
 * Runs the check of an app with its tests: `npm run check -w <app> -- --tests`.
 *
 * @param dist  folder of its build, which must be of the sources that are checked
 * @throws Refused with what was found
 */
export async function checkSources(root: string, app: string, dist: string): Promise<void> {
  console.error(`Checking ${app}: types, lint, texts and tests …`)
  const output = await runCheck(root, app)
  if (output !== undefined)
    throw createRefused(
      'checked',
      app,
      `its check failed:\n${output}\n`,
      `\`npm run check -w ${app} -- --tests\` reports the same; \`--skip-checks\` skips it.`,
    )
  if (await wasChecked(dist)) return
  throw createRefused('checked', app, 'the build has other sources than the checked ones', 'Build the app again.')
}
/** The source hash in a release id: two builds of one hash have the same sources, whatever their version. */
export const parseSourceHash = (id: string | undefined) => id?.slice(id.lastIndexOf('-') + 1)

/**
 * Whether the sources of a build passed format, types, lint, texts and tests: `checked.json` beside `build.json` names
 * the source hash that passed.
 *
 * @param dist  folder of the build
 */
export async function wasChecked(dist: string): Promise<boolean> {
  const text = await readFile(join(dist, 'checked.json'), 'utf8').catch(() => '')
  // A torn record is none: then the sources are checked again.
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), Record), text)
  return record.success && parseSourceHash(record.output.id) === parseSourceHash(await readBuiltId(dist))
}

/** The findings of the check; undefined if there are none. */
function runCheck(root: string, app: string): Promise<string | undefined> {
  const checks = join(root, 'node_modules/@adcoin/checks')
  return new Promise((done, failed) => {
    const child = spawn(
      process.execPath,
      [join(checks, 'bin/run.mjs'), join(checks, 'src/check-app/main.ts'), app, '--tests'],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
    child.once('error', failed)
    child.once('exit', code => done(code === 0 ? undefined : output.trim()))
  })
}
