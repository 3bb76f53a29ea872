import { buildReleaseKey, type Live, type ReleaseTab } from '@adcoin/contract'
import { parseFragment } from 'parse5'
import type { Releases } from '../releases/releases.ts'
import { layout, type Store } from '../store/store.ts'
import type { LiveChoice } from './live.ts'

/**
 * The content of the page before any file has arrived: fragments of the live releases, and the style sheets of the
 * shell.
 */
export type Prerendered = { readonly fragments: readonly Fragment[]; readonly sheets: readonly string[] }

/** A prerendered fragment: shown by the boot script on this path, in this language. */
export type Fragment = { readonly path: string; readonly language: string; readonly html: string }

/**
 * The prerendered fragments of the live releases, which the gate has seen to hold no script, style or handler, and the
 * style sheets of the live shell.
 */
export async function readPrerendered(store: Store, { apps }: LiveChoice, releases: Releases): Promise<Prerendered> {
  const read = async (app: string, id: string, file: string) =>
    (await store.read(`${layout.release(app, id)}/${file}`))?.toString('utf8') ?? ''
  const fragments = Object.entries(apps).flatMap(([app, { active }]) =>
    Object.entries(releases.get(buildReleaseKey(app, active))?.fragments ?? {}).map(async ([key, file]) => {
      const [path = '', language = ''] = key.split('|')
      return { path, language, html: await read(app, active, file) }
    }),
  )
  const shell = apps['shell']?.active ?? ''
  const styles = releases.get(buildReleaseKey('shell', shell))?.styles ?? []
  return {
    fragments: await Promise.all(fragments),
    sheets: await Promise.all(styles.map(file => read('shell', shell, file))),
  }
}

/** The texts of a screen, in the order of their places: path to language to texts. */
type Texts = Record<string, Record<string, readonly string[]>>

/** Placeholder in a template for a text that differs between languages. */
const place = '{}'

/**
 * The fragments as templates, one for all languages that differ in their texts alone, with those texts: forty fragments
 * would cost every cold start more than its code.
 */
export function extractTemplates(fragments: readonly Fragment[]): { templates: readonly string[]; texts: Texts } {
  const drawings = Map.groupBy(
    fragments,
    ({ path, html }) =>
      `${path} ${partsOf(html)
        .map(({ isWords, text }) => (isWords ? '' : text))
        .join('\n')}`,
  )
  const texts: Texts = {}
  const templates = [...drawings.values()].map(drawn => {
    const path = drawn[0]?.path ?? ''
    const parts = drawn.map(({ html }) => partsOf(html))
    const [first = []] = parts
    const isPlace = first.map(
      ({ isWords, text }, at) => isWords && (text === place || parts.some(other => other[at]?.text !== text)),
    )
    drawn.forEach(({ language }, nth) => {
      const own = parts[nth]?.filter((_part, at) => isPlace[at]).map(({ text }) => decodeEntities(text)) ?? []
      if (own.length > 0) (texts[path] ??= {})[language] = own
    })
    const html = first.map(({ text }, at) => (isPlace[at] ? place : text)).join('')
    const languages = drawn.map(({ language }) => language).join(' ')
    return `<template data-path="${path}" data-language="${languages}">${html}</template>`
  })
  return { templates, texts }
}

/** The shell's frame around each screen; at the screen of a tab, with the tabs of the live remotes. */
export function putInFrame(screens: readonly Fragment[], frames: readonly Fragment[], { apps }: Live): Fragment[] {
  const tabs = Object.values(apps)
    .flatMap(app => app.tabs)
    .sort((a, b) => a.order - b.order)
  return screens.map(screen => {
    const frame = frames.find(({ path, language }) => path === '/frame' && language === screen.language)
    if (!frame) return screen
    const html = frame.html
      .replace(/(<nav[^>]*>)(.*)<\/nav>/s, (_bar, nav: string, icons: string) =>
        tabs.some(({ path }) => path === screen.path)
          ? `${nav}${tabs.map(tab => linkOf(tab, icons, screen)).join('')}</nav>`
          : '',
      )
      .replace('class="ac-desk__column">', column => column + screen.html)
    return { ...screen, html }
  })
}

/** The shell's frame has a link for each icon, such as `/frame#home`. */
function linkOf({ icon, path, labels }: ReleaseTab, icons: string, screen: Fragment): string {
  const drawn = icons.match(/<a .*?<\/a>/gs)?.find(link => link.includes(`#${icon}"`))
  const label = (labels as Readonly<Record<string, string>>)[screen.language] ?? ''
  return (drawn ?? '<a class="ac-tab" href=""><span></span></a>')
    .replace(/href="[^"]*"/, `href="${path}"${path === screen.path ? ' aria-current="page"' : ''}`)
    .replace('<span></span>', () => `<span>${escapeText(label)}</span>`)
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

type Part = { readonly text: string; readonly isWords: boolean }

/** Texts and attribute values, and the tags around them, in their order. The gate lets no `<` or `>` into a value. */
function partsOf(html: string): readonly Part[] {
  return html
    .split(/(<[^>]*>)/)
    .flatMap((part, at) => (at % 2 === 0 ? [{ text: part, isWords: true }] : insideTag(part)))
}

function insideTag(tag: string): readonly Part[] {
  const pieces = tag.split('"')
  return pieces.map((text, at) =>
    at % 2 === 1
      ? { text, isWords: true }
      : { text: `${at > 0 ? '"' : ''}${narrow(text)}${at < pieces.length - 1 ? '"' : ''}`, isWords: false },
  )
}

/** Lines of the source are no spaces of a tag. */
function narrow(tag: string): string {
  return tag.replace(/\s+(?=>)/g, '').replace(/\s+/g, ' ')
}

/** As a browser reads it: the boot script sets texts, not markup. */
function decodeEntities(text: string): string {
  const [node] = parseFragment(text).childNodes
  return node && 'value' in node ? node.value : ''
}
