import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import type { RemoteManifest } from '@adcoin/contract'
import { checkFragment } from './check-fragment.ts'
import { numberSlots } from './slots.ts'

/**
 * Draws the first screens of an app, those of `src/fragments.ts`: `fragments/<page>.<api_code>.html` for each of them
 * and each language. The page shows them before any code is there.
 *
 * @param folder  absolute path of the workspace
 * @param output  folder of the release's files
 * @param routes  of its manifest: slots name what a route reads (`slots.ts`)
 * @returns `<path>|<api_code>` to file; empty if the app has no fragments
 * @throws if a screen cannot be drawn, or if a read or the value of a slot is missing
 */
export async function writeFragments(
  folder: string,
  output: string,
  routes: RemoteManifest['routes'],
): Promise<Record<string, string>> {
  if (!existsSync(join(folder, 'src', 'fragments.ts'))) return {}
  mkdirSync(join(output, 'fragments'), { recursive: true })
  return Object.fromEntries(
    Object.entries(renderScreens(await bundleScreens(folder))).map(([key, html]) => {
      const [path = '', code = ''] = key.split('|')
      const file = `fragments${path}.${code}.html`
      const { reads = [] } = routes.find(route => route.path === path) ?? {}
      const numbered = numberSlots(html, reads, path)
      checkFragment(numbered, reads, path)
      writeFileSync(join(output, file), numbered)
      return [key, file] as const
    }),
  )
}

const entry = 'virtual-fragments'
const draw = `import { renderFragments } from '@adcoin/remote/render-fragments'
import { fragments } from './fragments.ts'
import { texts } from './texts.ts'
process.stdout.write(JSON.stringify(await renderFragments(fragments, texts)), () => process.exit())`

/** The screens with all that draws them, React included, as one module that writes their HTML. */
async function bundleScreens(folder: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    cwd: folder,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [ownEntry(folder), noStyles],
    // Libraries mark their modules for servers of React, which this is not.
    checks: { moduleLevelDirective: false },
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return output[0].code
}

const ownEntry = (folder: string): Plugin => ({
  name: entry,
  resolveId: { filter: { id: new RegExp(`^${entry}$`) }, handler: () => join(folder, 'src', `${entry}.ts`) },
  load: { filter: { id: new RegExp(`${entry}.ts$`) }, handler: () => draw },
})

/** A class of a remote's own sheet is no use before the sheet is there: a screen that asks for one is refused. */
const noStyles: Plugin = {
  name: 'no-styles',
  load: {
    filter: { id: /\.css$/ },
    handler: () => ({
      code: `export default new Proxy({}, { get(_, name) {
        throw new Error('a first screen has the classes of @adcoin/ui alone, and not .' + String(name))
      } })`,
      moduleType: 'js',
    }),
  },
}

/** In a process of its own: screens keep what they know in modules, and timers that would not end. */
function renderScreens(code: string): Record<string, string> {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    input: code,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  const [problem = stderr] = /(?<=^\w*Error: ).*/m.exec(stderr) ?? []
  if (status !== 0) throw new Error(`src/fragments.ts: ${problem}`)
  return JSON.parse(stdout) as Record<string, string>
}
