import { apiCodes, type ApiCode } from '@adcoin/contract'
import { createRequire } from 'node:module'
import type { MessageTexts } from '@adcoin/page/start'
import { minifySync } from 'oxc-minify'
import { rolldown } from 'rolldown'
import en_US from '../../locales/en_US.json' with { type: 'json' }
import es_ES from '../../locales/es_ES.json' with { type: 'json' }
import es_MX from '../../locales/es_MX.json' with { type: 'json' }
import hi_IN from '../../locales/hi_IN.json' with { type: 'json' }
import pt_PT from '../../locales/pt_PT.json' with { type: 'json' }
import zh_TW from '../../locales/zh_TW.json' with { type: 'json' }

type Texts = { readonly boot: MessageTexts[string] }
const all: Record<ApiCode, Texts> = { en_US, zh_TW, pt_PT, hi_IN, es_MX, es_ES }

/** The message for a shell that did not arrive, in six languages. */
export const messageTexts: MessageTexts = Object.fromEntries(apiCodes.map(code => [code, all[code].boot]))

/** Texts of the page for visitors without scripts, and for machines: English. */
export const pageTexts = { about: en_US.about, noScript: en_US.noScript } as const

/**
 * What a browser runs that is too old for the page's other scripts, which it may not even parse: they would leave it
 * blank. All of `browserTargets` have `popover`, and few older browsers do.
 */
export const oldBrowserScript = `(function(r,p){if("popover" in r)return;p.setAttribute("data-boot","");\
p.className="ac-main";p.appendChild(document.createTextNode(${JSON.stringify(en_US.oldBrowser)}));\
r.insertBefore(p,r.firstChild)})\
(document.getElementById("root"),document.createElement("p"))`

const bundled = new Map<string, Promise<string>>()

/**
 * One of the page's scripts (`shell/page`) as the text of a function, bundled once per process and as small as it gets.
 * It expects the arguments of the exported function.
 *
 * @throws Error where it cannot be bundled
 */
export function bundleScript(name: 'early' | 'start'): Promise<string> {
  const known = bundled.get(name) ?? buildScript(name)
  bundled.set(name, known)
  return known
}

async function buildScript(name: string): Promise<string> {
  const build = await rolldown({
    input: createRequire(import.meta.url).resolve(`@adcoin/page/${name}`),
    // The contract's modules have no side effects, so unused ones are left out.
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const [chunk] = output
  const body = chunk.code.replace(/export \{ (\w+) \};\s*$/, 'return $1')
  if (output.length !== 1 || body === chunk.code)
    throw new Error(`@adcoin/page/${name} is not one module with one export`)
  // A call keeps the minifier from dropping a function that nothing uses.
  const { code, errors } = minifySync('page.js', `(function(){${body}})()(0)`, { compress: { target: 'es2022' } })
  const text = code.replace(/\(0\);?\s*$/, '')
  if (errors.length > 0 || text === code)
    throw new Error(`@adcoin/page/${name} cannot be minified: ${errors[0]?.message}`)
  return text
}
