import { type ApiCode, defaultLanguage, tagOf } from '@adcoin/contract'
import type { TOptions } from 'i18next'
import { useSyncExternalStore } from 'react'
import { currentLanguage, onBeforeLanguageChange, i18n } from './instance.ts'
import type { T, TextValues, Translated } from './keys.ts'
import { readTextFile, type TextFile, type Tree } from './text-file.ts'

/**
 * Twice as long each time, then only once the browser is online again: a file that is gone is not asked for for ever.
 */
const waitsMs = [2_000, 4_000, 8_000, 16_000, 32_000, 0]

/**
 * The texts of one namespace in six languages, each a file that is fetched when it is needed.
 *
 * @param name     the remote's short name, `wallet`; one per releasable app, and one for the shared packages
 * @param loaders  one dynamic import per language
 */
export function createTexts<Texts extends object>(name: string, loaders: TextLoaders<Texts>): TextsOf<Texts> {
  const namespace = claimNamespace(name)
  const translate = (key: string, values?: TextValues) => i18n.t(key, toOptions(values))
  const readers = new Set<() => void>()
  let latest = createTranslate()
  const load = createLoad(namespace, loaders, repaint)

  /** Another function each time the words behind it change: components that remember by it must see that. */
  function createTranslate(): T<Texts> {
    return (key, values) => translate(key, values)
  }

  function repaint(): void {
    latest = createTranslate()
    for (const render of readers) render()
  }

  function follow(render: () => void): () => void {
    readers.add(render)
    return () => readers.delete(render)
  }

  /** `replace` keeps values apart from i18next's options: a value may be named `context` or `lng`. */
  function toOptions(values: TextValues = {}): TOptions {
    const { count } = values
    return { ns: namespace, replace: values, returnObjects: false, ...(typeof count === 'number' && { count }) }
  }

  i18n.on('languageChanged', repaint)

  return {
    load,
    useT: () =>
      useSyncExternalStore(
        follow,
        () => latest,
        () => latest,
      ),
    t: translate,
    find: (key, values) => (i18n.exists(key, toOptions(values)) ? translate(key, values) : undefined),
  }
}

const claims = new Map<string, number>()

/**
 * The namespace of one release. Two releases of an app may be opened in one page, before and after a rollback: the words
 * of one never replace those of the other.
 */
function claimNamespace(name: string): string {
  const count = (claims.get(name) ?? 0) + 1
  claims.set(name, count)
  return count === 1 ? name : `${name}#${count}`
}

/**
 * Retries a failed language file; nothing else would until the next navigation.
 *
 * @param load  asks once
 * @returns starts retrying for a language; stops once `ask` returns true
 */
function createRetry(load: (code: ApiCode) => Promise<boolean>): (code: ApiCode) => Promise<void> {
  const requested = new Set<ApiCode>()
  return async code => {
    if (requested.has(code)) return
    requested.add(code)
    for (const ms of waitsMs) {
      await new Promise(done => {
        if (ms) setTimeout(done, ms)
        globalThis.addEventListener?.('online', done, { once: true })
      })
      if (await load(code)) break
    }
    requested.delete(code)
  }
}

/**
 * One dynamic import per language. The English file defines the keys; the others must have them all. In a remote's
 * release each returns a `TextFile`, which is fetched here.
 */
export type TextLoaders<Texts> = { readonly en_US: () => Promise<{ readonly default: Texts }> } & Readonly<
  Record<Exclude<ApiCode, 'en_US'>, () => Promise<{ readonly default: NoInfer<Translated<Texts>> }>>
>

export type TextsOf<Texts> = {
  /**
   * Loads one language of this namespace. If the file fails to load, English or another loaded language replaces it. It
   * is retried after a while, as soon as the browser is online, and at the next load.
   * @returns the reason why its texts are missing, in one line; undefined if they are loaded
   * @throws the same, if there are no texts at all: a screen without texts is no screen
   */
  readonly load: (code: ApiCode) => Promise<string | undefined>
  /** In a component: renders again when the language changes. */
  readonly useT: () => T<Texts>
  /** Outside a component: the text in the language of this moment. */
  readonly t: T<Texts>
  /** A text by a key that only run time knows (a manifest's `titles.home`); undefined when there is none. */
  readonly find: (key: string, values?: TextValues) => string | undefined
}

/** `TextsOf.load`: one request at a time for each language. `onArrival`: words of the current language are there. */
function createLoad(
  namespace: string,
  loaders: TextLoaders<object>,
  onArrival: () => void,
): (code: ApiCode) => Promise<string | undefined> {
  const present = new Set<ApiCode>()
  const running = new Map<ApiCode, Promise<string | undefined>>()
  const retryLater = createRetry(async code => {
    if (code === currentLanguage()) await load(code).catch(() => undefined)
    return code !== currentLanguage() || present.has(code)
  })

  async function fetchTexts(code: ApiCode): Promise<string | undefined> {
    let missing: string | undefined
    for (const source of [code, defaultLanguage]) {
      if (present.has(source)) return missing
      try {
        const loaded: { readonly default: object; readonly integrity?: undefined } | TextFile = await loaders[source]()
        const texts = loaded.integrity === undefined ? (loaded.default as Tree) : await readTextFile(loaded)
        i18n.addResourceBundle(tagOf(source), namespace, texts)
        present.add(source)
        if (code === currentLanguage()) onArrival()
        return missing
      } catch (thrown) {
        // The next source, or the next load, tries again.
        missing ??= String(thrown)
        void retryLater(code)
      }
    }
    if (present.size === 0) throw new Error(missing)
    return missing
  }

  function load(code: ApiCode): Promise<string | undefined> {
    if (present.has(code)) return Promise.resolve(undefined)
    const already = running.get(code)
    if (already) return already
    onBeforeLanguageChange(load)
    const loading = fetchTexts(code).finally(() => running.delete(code))
    running.set(code, loading)
    return loading
  }
  return load
}
