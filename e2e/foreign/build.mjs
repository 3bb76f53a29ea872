// node e2e/foreign/build.mjs <rspack|host|webpack|vite> <folder>: builds what others would, for foreign-remote.slow.test.ts:
// containers with the federation's own runtime, or a page that is a host of it. `rspack` and `host` take the packages
// of this repository. The other two need packages of their own: npm run foreign installs them and builds both.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const folder = import.meta.dirname
const exposes = { './screen': './src/screen.js' }
const shared = { react: { singleton: true, requiredVersion: '^19.0.0' } }

function container(tool) {
  return {
    ...{ name: `foreign_${tool}`, filename: 'remoteEntry.js', library: { type: 'module' } },
    ...{ exposes, shared, dts: false, manifest: false },
  }
}

// Modules: the page's policy lets no script be added by its address. `.mjs` is no kind that a gateway serves.
function modules(tool, path) {
  return {
    ...{ path, clean: true, publicPath: 'auto', uniqueName: `foreign_${tool}` },
    ...{ module: true, chunkFormat: 'module', chunkLoading: 'import', chunkFilename: '[name].js' },
  }
}

function compiled(compiler) {
  return new Promise((done, failed) =>
    compiler.run((error, stats) => (error || stats.hasErrors() ? failed(error ?? stats.toString()) : done())),
  )
}

async function rspack(path) {
  const { rspack } = await import('@rspack/core')
  const { ModuleFederationPlugin } = await import('@module-federation/enhanced/rspack')
  const plugins = [new ModuleFederationPlugin(container('rspack'))]
  await compiled(rspack({ mode: 'production', context: folder, entry: {}, output: modules('rspack', path), plugins }))
}

/** A page with the published runtime; its address names the container. */
async function host(path) {
  const { rspack } = await import('@rspack/core')
  const plugins = [new rspack.HtmlRspackPlugin({ title: 'Host' })]
  const output = { path, clean: true, publicPath: '/' }
  await compiled(rspack({ mode: 'production', context: folder, entry: './src/host.js', output, plugins }))
}

async function webpack(path) {
  const { default: make } = await import('webpack')
  const { ModuleFederationPlugin } = await import('@module-federation/enhanced/webpack')
  const plugins = [new ModuleFederationPlugin(container('webpack'))]
  const experiments = { outputModule: true }
  const output = modules('webpack', path)
  await compiled(make({ mode: 'production', context: folder, entry: {}, experiments, output, plugins }))
}

async function vite(path) {
  const { build } = await import('vite')
  const { federation } = await import('@module-federation/vite')
  await build({
    ...{ root: folder, base: './', logLevel: 'error' },
    build: {
      ...{ target: 'es2022', outDir: path, emptyOutDir: true, modulePreload: false },
      rollupOptions: { input: join(folder, 'src/screen.js') },
    },
    plugins: [federation(container('vite'))],
  })
}

const tools = { rspack, host, webpack, vite }
const [tool, path] = process.argv.slice(2)
if (tool !== undefined) await tools[tool](resolve(path))
else {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  for (const name of ['webpack', 'vite']) await tools[name](join(folder, 'dist', name))
  console.info('Built into e2e/foreign/dist; foreign-remote.slow.test.ts takes both from there.')
}
