import { createHash } from 'node:crypto'
import type { Generation, Registry, Release } from '@adcoin/contract'
import { publicPaths } from '../gate/public-paths.ts'
import { boot } from './boot-script.ts'
import { briefRegistry, isChecked, pageHash, releaseKey, releasePath, type Releases } from './registry.ts'
import { bootTexts, languageRules, pageTexts } from './texts.ts'

/** A prerendered fragment: shown by the boot script on this path, in this language. */
export type Fragment = { readonly path: string; readonly language: string; readonly html: string }

/**
 * The whole page of a generation. Nothing in it is computed per request, so that any static host can serve it.
 * The script policy stands in it, because its hashes change with it.
 */
export function pageOf(
  generation: Generation,
  registry: Registry,
  releases: Releases,
  fragments: readonly Fragment[],
): string {
  const shell = releases.get(releaseKey('shell', generation.apps.shell?.active ?? ''))
  if (!shell) throw new Error('a generation without a shell has no page')
  const map = importMap(generation, releases)
  const script = bootSource()
  const at = (file: string) => escapeAttribute(`${releasePath('shell', shell.id)}/${file}`)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${scriptPolicy([script, map])}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    '<title>Ad Coin</title>',
    `<meta name="description" content="${escapeAttribute(pageTexts.about)}">`,
    '<meta name="theme-color" content="#F4F6F3" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0B120F" media="(prefers-color-scheme: dark)">',
    ...icons(shell, at),
    `<script type="application/json" id="registry">${dataBlock(briefRegistry(registry, releases))}</script>`,
    `<script type="importmap">${map}</script>`,
    // What all waits for is asked for first; as elements of their own, behind the boot script, both would come after what that asks for.
    `<link rel="modulepreload" href="${at(shell.entry)}">`,
    ...shell.styles.map(
      file => `<link rel="preload" as="style" href="${at(file)}" integrity="${hashOf(shell, file)}">`,
    ),
    `<script>${script}</script>`,
    ...shell.styles.map(file => `<link rel="stylesheet" href="${at(file)}" integrity="${hashOf(shell, file)}">`),
    `<script type="module" src="${at(shell.entry)}" integrity="${hashOf(shell, shell.entry)}"></script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    ...fragments.map(
      ({ path, language, html }) =>
        `<template data-path="${escapeAttribute(path)}" data-language="${escapeAttribute(language)}">${html}</template>`,
    ),
    `<noscript>${landingOf(fragments)}<p class="ac-landing__body">${escapeText(pageTexts.noScript.text)}</p></noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** What somebody without scripts reads: the landing in English where a remote brings it prerendered, else what the app is. Source: issue 5. */
function landingOf(fragments: readonly Fragment[]): string {
  const landing = fragments.find(({ path, language }) => path === '/lanuch' && language === 'en_US')
  return landing?.html ?? `<h1>${escapeText(pageTexts.noScript.title)}</h1><p>${escapeText(pageTexts.about)}</p>`
}

/** The script policy; everything else about policies is the gateway's header. Source: architecture 3, security 5.3. */
export function scriptPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return `script-src 'self' ${hashes.join(' ')}`
}

/** JSON that can stand inside a script element: no `<` can end it or open a comment. */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** Integrity for every script of the live releases: the browser then refuses a changed chunk, also one that MF imports by itself. */
function importMap(generation: Generation, releases: Releases): string {
  const integrity: Record<string, string> = {}
  for (const [app, { active }] of Object.entries(generation.apps)) {
    for (const file of releases.get(releaseKey(app, active))?.files ?? []) {
      if (isChecked(file.path) && file.path.endsWith('.js'))
        integrity[`${releasePath(app, active)}/${file.path}`] = pageHash(file)
    }
  }
  return dataBlock({ imports: {}, integrity })
}

/** The boot script's source text, without comments and indentation. */
function bootSource(): string {
  const lines = boot
    .toString()
    .split('\n')
    .map(line => line.trim().replaceAll(/ {2,}/g, ' '))
  const text = lines.filter(line => line !== '' && !line.startsWith('//')).join('\n')
  return `(${text})(${[publicPaths, languageRules, bootTexts].map(dataBlock).join(',')})`
}

function icons(shell: Release, at: (file: string) => string): readonly string[] {
  const names = shell.files.map(file => file.path)
  const link = (rel: string, test: RegExp, rest = '') =>
    names
      .filter(name => test.test(name))
      .slice(0, 1)
      .map(name => `<link rel="${rel}" href="${at(name)}"${rest}>`)
  return [
    ...link('manifest', /(^|\/)manifest\.(webmanifest|json)$/),
    ...link('icon', /(^|\/)(icon|favicon)[^/]*\.svg$/, ' type="image/svg+xml"'),
    ...link('apple-touch-icon', /(^|\/)[^/]*(180|apple-touch)[^/]*\.png$/),
  ]
}

function hashOf(release: Release, path: string): string {
  const file = release.files.find(each => each.path === path)
  return file ? pageHash(file) : ''
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
