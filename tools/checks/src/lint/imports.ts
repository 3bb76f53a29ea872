import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { folderLayers, listAllowedImports } from './layers.ts'
import { findWorkspace, pathOf, type Context, type Node, type Visitor } from './rule.ts'

/** No folder for everything (utils, helpers, …), and a package is imported by its name, not by a path into it. */
export function checkOwnFolder(context: Context): Visitor {
  const file = pathOf(context)
  const workspace = findWorkspace(file)
  const message = 'A folder for everything has no owner: put code beside its user, or in a package with a real name.'
  return {
    ...(catchAllFolder.test(file) ? { Program: (node: Node) => context.report({ node, message }) } : {}),
    ...onImports((request, node) => {
      if (!request.startsWith('.') || findWorkspace(resolveTarget(file, request)) === workspace) return
      const message = `"${request}" leaves ${workspace}. Import the package by its name, and only what it exports.`
      context.report({ node, message })
    }),
  }
}

const catchAllFolder = /(?:^|\/)(?:utils|helpers|common|types|constants)(?=[./])/

/** Imports run downward: between workspaces, and inside those that have layers (`layers.ts`). Types count. */
export function checkLayers(context: Context): Visitor {
  const file = pathOf(context)
  const workspace = findWorkspace(file)
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

function resolveTarget(file: string, request: string): string {
  return posix.join(posix.dirname(file), request)
}
