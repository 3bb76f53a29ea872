import { createHash } from 'node:crypto'
import { buildReleaseFolder, buildReleaseKey, startPaths, type Live, type Release } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'
import { extractCriticalStyles } from './critical-styles.ts'
import { listCarriedReleases, pickForPage, type FirstRoute } from './first-route.ts'
import { messageTexts, oldBrowserScript, pageTexts, bundleScript } from './page-scripts.ts'
import { escapeText, putInFrame, extractTemplates, type Fragment, type Prerendered } from './prerendered.ts'

/** The browser's own loading of a module and of the page, as the page's script takes them. */
const browser = '{load:f=>import(f),reload:()=>location.reload()}'

/**
 * The page of a first route. Nothing in it is computed per request, so that any static host can serve it. It contains
 * the script policy, because its hashes change with it.
 */
export async function composePage(
  live: Live,
  releases: Releases,
  { fragments, sheets }: Prerendered,
  first: FirstRoute,
): Promise<string> {
  const shell = releases.get(buildReleaseKey('shell', live.apps['shell']?.active ?? ''))
  if (!shell) throw new Error('without a shell there is no page')
  const map = importMap(live, first)
  const early = `${await bundleScript('early')}()`
  const start = `${await bundleScript('start')}(${formatDataBlock(messageTexts)},${browser})`
  const shown = fragments.filter(({ path }) => first.shown.includes(path))
  const { templates, texts } = extractTemplates(putInFrame(shown, fragments, live))
  const style = extractCriticalStyles(
    sheets,
    // Each drawing once: languages differ in texts.
    templates.map(template => template.replace(/^<template[^>]*>/, '')),
  )
  const at = (file: string) => escapeAttribute(`${buildReleaseFolder('shell', shell.id)}/${file}`)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${ownPolicy([early, oldBrowserScript, start, map], style)}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    // The map first: a browser takes none after it has asked for a module. Then what all waits for; a script of the
    // page starts it.
    `<script type="importmap">${map}</script>`,
    `<link rel="modulepreload" href="${at(shell.entry)}" integrity="${hashOf(shell, shell.entry)}">`,
    // The page's script puts these in as style sheets: an element of the page itself would hold the first paint back.
    ...shell.styles.map(
      file => `<link rel="preload" as="style" href="${at(file)}" integrity="${hashOf(shell, file)}">`,
    ),
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    '<title>Ad Coin</title>',
    `<meta name="description" content="${escapeAttribute(pageTexts.about)}">`,
    '<meta name="theme-color" content="#F4F6F3" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0B120F" media="(prefers-color-scheme: dark)">',
    ...icons(shell, at),
    `<script type="application/json" id="live">${formatDataBlock(withoutEmpty(pickForPage(live, first)))}</script>`,
    `<script>${early}</script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    ...(Object.keys(texts).length === 0
      ? []
      : [`<script type="application/json" id="texts">${formatDataBlock(texts)}</script>`]),
    ...templates,
    `<script>${oldBrowserScript}</script>`,
    // The first paint does not wait for it: a server sends 14 KB before it waits for the browser.
    `<script>${start}</script>`,
    `<noscript>${renderLanding(shown)}<p class="ac-landing__body">${escapeText(pageTexts.noScript.text)}</p></noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The content without scripts: the landing in English if a remote prerenders it, else the description of the app. */
function renderLanding(fragments: readonly Fragment[]): string {
  const landing = fragments.find(({ path, language }) => path === startPaths.landing && language === 'en_US')
  return landing?.html ?? `<h1>${escapeText(pageTexts.noScript.title)}</h1><p>${escapeText(pageTexts.about)}</p>`
}

/**
 * The policy of scripts and style sheets; everything else about policies is the gateway's header. Source: security.md
 * 5.3.
 */
function ownPolicy(inlineScripts: readonly string[], style: string): string {
  const hashes = (texts: readonly string[]) =>
    texts.map(text => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('')
  // An empty style element is allowed: libraries that make their styles at run time add rules to one.
  return `script-src 'self'${hashes(inlineScripts)}; style-src 'self'${hashes([...new Set([style, ''])])}`
}

/** JSON for a script element: no `<` can end the element or open a comment. */
export function formatDataBlock(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** The same data without empty lists and objects: each means nothing in `Live`. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const isEmpty = typeof each === 'object' && each !== null && Object.keys(each).length === 0
    return isEmpty && canLack.has(name) ? [] : [[name, withoutEmpty(each)]]
  })
  return Object.fromEntries(kept)
}

const canLack = new Set(['routes', 'tabs', 'preload', 'groups', 'revoked', 'floor'])

/**
 * Integrity for every script of the releases that the page describes, previous ones included: the browser then refuses
 * a changed chunk, also one that MF imports by itself. A remote that was opened by a shell that failed has that one's
 * React: the previous shell gets the entry under another address, and so a remote of its own.
 */
function importMap(live: Live, first: FirstRoute): string {
  const integrity: Record<string, string> = {}
  const again: Record<string, string> = {}
  for (const [app, ids] of listCarriedReleases(live, first))
    for (const id of ids) {
      const version = live.apps[app]?.versions[id]
      const at = (file: string) => `${buildReleaseFolder(app, id)}/${file}`
      const scripts = Object.entries(version?.integrity ?? {}).filter(([file]) => file.endsWith('.js'))
      for (const [file, hash] of scripts) {
        integrity[at(file)] = hash
        if (app === 'shell' || file !== version?.entry) continue
        again[at(file)] = `${at(file)}?again`
        integrity[`${at(file)}?again`] = hash
      }
    }
  const previous = live.apps['shell']?.previous[0]
  const scopes = previous === undefined ? {} : { [`${buildReleaseFolder('shell', previous)}/`]: again }
  return formatDataBlock({ imports: {}, scopes, integrity })
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
  return file?.sha256 ?? ''
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
