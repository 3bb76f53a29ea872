import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { folderLayers, listAllowedImports } from './layers.ts'
import { checkFirstInFile, checkFunctionNames, checkPackagesFirst } from './names.ts'
import { checkPlainWords } from './plain-words.ts'
import { checkRoleSelectors, checkShortTitles } from './role-selectors.ts'
import { listNodes, pathOf, type Context, type Node, type Rule, type Visitor } from './rule.ts'

/** Our own rules for oxlint (`jsPlugins` of `.oxlintrc.json`). */
export const plugin = {
  meta: { name: 'adcoin' },
  rules: {
    'own-folder': { create: ownFolder },
    layers: { create: layers },
    'joined-texts': { create: joinedTexts },
    'field-of-address': { create: fieldOfAddress },
    'manifest-events': { create: manifestEvents },
    'first-in-file': { create: checkFirstInFile },
    'packages-first': { create: checkPackagesFirst },
    'function-names': { create: checkFunctionNames },
    'plain-words': { create: checkPlainWords },
    'role-selectors': { create: checkRoleSelectors },
    'short-titles': { create: checkShortTitles },
  } satisfies Record<string, Rule>,
}

const drawer = /(?:^|\/)(?:utils|helpers|common|types|constants)(?=[./])/

/** No folder for everything (utils, helpers, …), and a package is imported by its name, not by a path into it. */
function ownFolder(context: Context): Visitor {
  const file = pathOf(context)
  const workspace = workspaceOf(file)
  const message = 'A folder for everything has no owner: put code beside its user, or in a package with a real name.'
  return {
    ...(drawer.test(file) ? { Program: (node: Node) => context.report({ node, message }) } : {}),
    ...onImports((request, node) => {
      if (!request.startsWith('.') || workspaceOf(resolveTarget(file, request)) === workspace) return
      const message = `"${request}" leaves ${workspace}. Import the package by its name, and only what it exports.`
      context.report({ node, message })
    }),
  }
}

/** Imports run downward: between workspaces, and inside those that have layers (`layers.ts`). Types count. */
function layers(context: Context): Visitor {
  const file = pathOf(context)
  const workspace = workspaceOf(file)
  const { packages, reason = 'Use an event or a parameter instead.' } = listAllowedImports(workspace)
  const folder = Object.keys(folderLayers).find(each => file.startsWith(`${each}/`))
  const own = findLayer(file, folder)
  const lost = `This file has no layer in ${folder}. Give its folder one in tools/checks/src/lint/layers.ts.`
  return {
    ...(folder && !own ? { Program: (node: Node) => context.report({ node, message: lost }) } : {}),
    ...onImports((request, node) => {
      const [, name = request] = /^(?:@adcoin\/)?([\w-]+)/.exec(request) ?? []
      const isOurs = request.startsWith('@adcoin/') || /^(?:shell|remote-[\w-]+|ops|api|e2e)(?:\/|$)/.test(request)
      if (isOurs && !packages.includes(name))
        return context.report({ node, message: `${workspace} may not import ${request}. ${reason}` })
      if (!request.startsWith('.')) {
        const [packageName = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(request) ?? []
        const isMade = /^(?:node:|virtual-|remote-module$)/.test(request)
        if (!isMade && !listDeclared(context.cwd, workspace).has(packageName))
          context.report({
            node,
            message: `Name ${packageName} in ${workspace}/package.json: npm only hoisted it here.`,
          })
        return
      }
      const other = findLayer(resolveTarget(file, request), folder)
      const why = own && other && other.layer < own.layer ? `runs upward: ${other.place} is above ${own.place}` : ''
      if (/\.(?:test|gallery)\.|\/src\/testing\/|\/tests\//.test(resolveTarget(file, request)))
        context.report({ node, message: `"${request}" belongs to the tests. Sources import no test.` })
      else if (why)
        context.report({ node, message: `"${request}" ${why}. Move it down, or pass it as a parameter; types count.` })
    }),
  }
}

const declared = new Map<string, ReadonlySet<string>>()

/** The packages that the manifests of a workspace and of the root name. */
function listDeclared(root: string, workspace: string): ReadonlySet<string> {
  const known = declared.get(workspace)
  if (known) return known
  const names = [join(root, workspace), root].flatMap(folder => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>
    return Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] })
  })
  return declared.set(workspace, new Set(names)).get(workspace) ?? new Set()
}

/** The longest place that the file is in, and its layer from the top. */
function findLayer(file: string, folder: string | undefined): { place: string; layer: number } | undefined {
  return (folderLayers[folder ?? ''] ?? [])
    .flatMap((places, layer) => places.map(each => ({ place: `${folder}/${each}`, layer })))
    .filter(({ place }) => (place.endsWith('/') ? file.startsWith(place) : file === place))
    .sort((one, other) => other.place.length - one.place.length)[0]
}

/** Chinese has no space between two sentences: each language joins texts in its own way. */
function joinedTexts(context: Context): Visitor {
  const message = 'A space between two texts is not the same in every language: use joined() of @adcoin/i18n/formats.'
  const { sourceCode } = context
  const isText = (node: Node | undefined) => /^\{?t\(/.test(node ? sourceCode.getText(node) : '')
  return {
    JSXText: node => {
      const children = listNodes(node.parent?.['children'])
      const at = children.indexOf(node)
      if (node['value'] === ' ' && isText(children[at - 1]) && isText(children[at + 1]))
        context.report({ node, message })
    },
    TemplateLiteral: node => {
      const [quasis, expressions] = [listNodes(node['quasis']), listNodes(node['expressions'])]
      const between = (at: number) => isText(expressions[at - 1]) && isText(expressions[at])
      const gap = quasis.find((part, at) => (part['value'] as { raw: string }).raw === ' ' && between(at))
      if (gap) context.report({ node: gap, message })
    },
  }
}

/** A field whose value follows the address loses letters: a navigation is slower than the typing. */
function fieldOfAddress(context: Context): Visitor {
  const { sourceCode } = context
  const names: string[] = []
  const reads = (text: string) => names.some(name => new RegExp(String.raw`\b${name}\b`).test(text))
  return {
    VariableDeclarator: ({ id, init }) => {
      const text = init ? sourceCode.getText(init as Node) : ''
      // A hook's state may begin with the address; it does not follow it.
      if (!text.startsWith('useSearchParams(') && (/^use[A-Z]/.test(text) || !reads(text))) return
      const [first] = sourceCode.getText(id as Node).match(/\w+/) ?? []
      if (first) names.push(first)
    },
    JSXAttribute: node => {
      const field = sourceCode.getText(node.parent?.['name'] as Node)
      const text = sourceCode.getText(node)
      if (/^(?:input|textarea|\w+Field)$/.test(field) && text.startsWith('value=') && reads(text))
        context.report({
          node,
          message: 'A field never follows the address: keep the typed text in state that begins with it.',
        })
    },
  }
}

/** The gate reads manifests only: an event that `remote.json` does not name goes silent when its owner stops it. */
function manifestEvents(context: Context): Visitor {
  const { sourceCode, cwd } = context
  const app = workspaceOf(pathOf(context))
  const owner = app.replace(/^remote-/, '')
  const manifest = JSON.parse(readFileSync(join(cwd, app, 'remote.json'), 'utf8')) as {
    readonly events: { readonly out: readonly string[]; readonly in: readonly string[] }
  }
  const [out, taken] = [manifest.events.out, manifest.events.in].map(list => list.map(each => each.split('@')[0] ?? ''))
  const findProblem = (called: string, first: string): string | undefined => {
    if (called === 'emitterFor' && first !== owner)
      return `Emit your own events alone: emitterFor('${owner}', …) is the only emitter of ${app}.`
    if (!/^[a-z]+\.[a-zA-Z]+$/.test(first) || out?.includes(first)) return undefined
    if (called === 'emit') return `Add ${first} to "events.out" of remote.json.`
    if (!['on', 'stream', 'useEvent'].includes(called) || taken?.includes(first)) return undefined
    return `Add ${first} to "events.in" of remote.json.`
  }
  return {
    CallExpression: node => {
      const [called = ''] = /\w+$/.exec(sourceCode.getText(node['callee'] as Node)) ?? []
      const [first] = listNodes(node['arguments'])
      const message = findProblem(called, typeof first?.['value'] === 'string' ? first['value'] : '')
      if (message) context.report({ node, message })
    },
  }
}

function onImports(check: (request: string, node: Node) => void): Visitor {
  const visit = ({ source }: Node) => {
    const node = source as Node | null
    if (typeof node?.['value'] === 'string') check(node['value'], node)
  }
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  }
}

function workspaceOf(file: string): string {
  return /^(?:shell\/page(?=\/)|(?:(?:shared|tools)\/)?[^/]+)/.exec(file)?.[0] ?? ''
}

function resolveTarget(file: string, request: string): string {
  return posix.join(posix.dirname(file), request)
}
