import { join } from 'node:path'
import { minifySync } from 'oxc-minify'
import { rolldown } from 'rolldown'

let bundled: Promise<string> | undefined

/**
 * The boot script of `boot/` as the text of a function, bundled once per process and as small as it gets. It expects
 * the arguments of `boot`.
 *
 * @throws Error where it cannot be bundled
 */
export function bootSource(): Promise<string> {
  return (bundled ??= bundle())
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'boot/boot.ts'),
    // The contract's modules only declare: those that the script does not use are left out whole.
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const [chunk] = output
  const body = chunk.code.replace(/export \{ boot \};\s*$/, 'return boot')
  if (output.length !== 1 || body === chunk.code) throw new Error('the boot script is not one module that exports boot')
  // A call keeps the minifier from dropping a function that nothing uses.
  const { code, errors } = minifySync('boot.js', `(function(){${body}})()(0)`, { compress: { target: 'es2022' } })
  const text = code.replace(/\(0\);?\s*$/, '')
  if (errors.length > 0 || text === code) throw new Error(`the boot script cannot be minified: ${errors[0]?.message}`)
  return text
}
