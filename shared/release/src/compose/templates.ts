import { parseFragment } from 'parse5'

/** A prerendered fragment: shown by the boot script on this path, in this language. */
export type Fragment = { readonly path: string; readonly language: string; readonly html: string }

/** The texts of a screen, in the order of their places: path to language to texts. */
type Texts = Record<string, Record<string, readonly string[]>>

/** Placeholder in a template for a text that differs between languages. */
const place = '{}'

/**
 * The fragments as templates, one for all languages that differ in their texts alone, with those texts: forty fragments
 * would cost every cold start more than its code. The frame first, which is around the others.
 */
export function templatesOf(fragments: readonly Fragment[]): { templates: readonly string[]; texts: Texts } {
  const drawings = Map.groupBy(
    fragments.toSorted((a, b) => rank(a) - rank(b)),
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
      const own = parts[nth]?.filter((_part, at) => isPlace[at]).map(({ text }) => decoded(text)) ?? []
      if (own.length > 0) (texts[path] ??= {})[language] = own
    })
    const html = first.map(({ text }, at) => (isPlace[at] ? place : text)).join('')
    const languages = drawn.map(({ language }) => language).join(' ')
    return `<template data-path="${path}" data-language="${languages}">${html}</template>`
  })
  return { templates, texts }
}

function rank({ path }: Fragment): number {
  return path === '/frame' ? 0 : 1
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
function decoded(text: string): string {
  const [node] = parseFragment(text).childNodes
  return node && 'value' in node ? node.value : ''
}
