import type { Edit } from '../product/site.ts'

/**
 * Releases that a team might publish, past the gate: for `site.publish(app, …)`, which makes its next build of them.
 */

const entry = 'remoteEntry.js'

/** The next build of the same sources. */
export const rebuildUnchanged: Edit = (_path, text) => text

/** Replaces a screen by `code`, in all files of a release that export screens. */
const replaceScreens =
  (code: (screen: string) => string): Edit =>
  (path, text) =>
    path.endsWith('.js')
      ? text.replaceAll(/Page:\(\)=>([\w$]+)/g, (_all, name: string) => `Page:()=>${code(name)}`)
      : text

const prependToEntry =
  (code: string): Edit =>
  (path, text) =>
    path === entry ? `${code}\n${text}` : text

const react = 'Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib()'
const runInEffect = (code: string) => `${react}.useEffect(()=>{${code}})`

export const throwAtEvaluation = prependToEntry('throw new Error("broken at evaluation");')
export const stallAtEvaluation = prependToEntry('await new Promise(()=>{});')
export const throwInRender = replaceScreens(() => '()=>{throw new Error("broken in render")}')
export const throwNull = replaceScreens(() => '()=>{throw null}')
export const throwInEffect = replaceScreens(
  () => `()=>{${runInEffect('throw new Error("broken in an effect")')};return null}`,
)
export const suspendForEver = replaceScreens(() => '()=>{throw new Promise(()=>{})}')
export const drawNothing = replaceScreens(() => '()=>null')

/** The screens as they are, after words of code that run each time one is drawn; `screen` may keep things between. */
const runBeforeScreens = (words: (screen: string) => string): Edit =>
  replaceScreens(name => `${name}.strange??=given=>{${words(name)};return ${name}(given)}`)

/**
 * Does whatever a test wants in the page: `globalThis.eachDraw` each time a screen is drawn, and `globalThis.onceShown`
 * once, a moment after the first. Set both before the page begins.
 */
export const runTestHooks = runBeforeScreens(
  () => 'globalThis.hasBegun??=setTimeout(()=>globalThis.onceShown?.(),50);globalThis.eachDraw?.()',
)

/** The screens as they are, in an element that does this where it is clicked. */
const runAtClick = (code: string) =>
  replaceScreens(
    screen => `${screen}.strange??=given=>${react}.createElement("div",{onClick:()=>{${code}}},${screen}(given))`,
  )

export const throwInHandler = runAtClick('throw new Error("broken in a handler")')
export const rejectInHandler = runAtClick('void Promise.reject(new Error("broken in a promise"))')

/** Throws as it is drawn, in this part of all pages: in one of them always or never. */
export const throwForSome = (part: number): Edit =>
  runBeforeScreens(screen => `if((${screen}.chance??=Math.random())<${part})throw new Error("broken for some")`)

/** Drawn so many ms later. */
export const drawLater = (ms: number): Edit =>
  runBeforeScreens(
    screen =>
      `if(!${screen}.isLate)throw ${screen}.later??=new Promise(done=>setTimeout(done,${ms})).then(()=>{${screen}.isLate=true})`,
  )

/** Drawn, and throws so many ms later, if the page is in this language (`pt-BR`). */
export const throwLateIn = (language: string, ms: number): Edit =>
  runBeforeScreens(
    screen =>
      `if(document.documentElement.lang==="${language}")${screen}.late??=setTimeout(()=>{throw new Error("wrong figures")},${ms})`,
  )

/** Changes an English text. @throws if its language file lacks `from` */
export function replaceEnglishText(from: string, to: string): Edit {
  return (path, text) => {
    if (!path.startsWith('locale.en_US')) return text
    if (!text.includes(from)) throw new Error(`${path} does not say ${from}`)
    return text.replaceAll(from, to)
  }
}
