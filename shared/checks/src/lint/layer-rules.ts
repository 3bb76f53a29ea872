import type { FolderLayers, InDisorder } from './layers.ts'
import type { Problem } from './problem.ts'
import { target } from './circle-rules.ts'
import { isTest } from './import-rules.ts'
import type { SourceFile } from './source-file.ts'

export type Order = {
  readonly folderLayers: FolderLayers
  readonly inDisorder: InDisorder
  /** Undefined skips the check of plain words. */
  readonly habitsLeft?: Readonly<Record<string, number>>
}

const table = 'shared/checks/src/lint/layers.ts'

/** The remaining problems without those of exempt folders, and every exemption that is no longer needed. */
export function heldInOrder(found: readonly Problem[], files: readonly string[], order: Order): readonly Problem[] {
  const entries = Object.entries(order.inDisorder).flatMap(([rule, folders]) =>
    folders.map(folder => ({ rule, folder })),
  )
  const isLetOff = (problem: Problem, { rule, folder }: (typeof entries)[number]) =>
    problem.rule === rule && problem.file.startsWith(folder)
  const idle = entries.filter(entry => !found.some(problem => isLetOff(problem, entry)))
  return [
    ...found.filter(problem => !entries.some(entry => isLetOff(problem, entry))),
    ...idle.map(({ rule, folder }) => stale(`${folder} has nothing left that ${rule} forbids. Take it off the list.`)),
    ...unusedPlaces(files, order.folderLayers).map(place =>
      stale(`${place} is in a layer, but there is no such file.`),
    ),
  ]
}

function unusedPlaces(files: readonly string[], folderLayers: FolderLayers): readonly string[] {
  const places = Object.entries(folderLayers).flatMap(([folder, list]) =>
    list.flat().map(place => `${folder}/${place}`),
  )
  return places.filter(place => !files.some(file => (place.endsWith('/') ? file.startsWith(place) : file === place)))
}

function stale(message: string): Problem {
  return { file: table, line: 1, rule: 'folderLayer', message }
}

type Place = { readonly path: string; readonly layer: number }

/** Imports of a file that run upward, and a file without a layer. Folders without a table have no layers. */
export function folderLayerProblems(source: SourceFile, folderLayers: FolderLayers): readonly Problem[] {
  const folder = Object.keys(folderLayers).find(each => source.file.startsWith(`${each}/`))
  if (folder === undefined || isTest(source.file) || source.file.endsWith('.d.ts')) return []
  const places = placesOf(folder, folderLayers[folder] ?? [])
  const own = placeOf(source.file, places)
  if (!own)
    return [
      {
        file: source.file,
        line: 1,
        rule: 'folderLayer',
        message: `This file has no layer in ${folder}. Give its folder a place in shared/checks/src/lint/layers.ts.`,
      },
    ]
  return source.imports.flatMap(({ request, line }): Problem[] => {
    const imported = target(source.file, request)
    const problem = request.startsWith('.') ? reasonAgainst(imported, own, places) : undefined
    return problem ? [{ file: source.file, line, rule: 'folderLayer', message: `"${request}" ${problem}` }] : []
  })
}

function reasonAgainst(imported: string, own: Place, places: readonly Place[]): string | undefined {
  if (isTest(imported)) return 'belongs to the tests, which is above everything. Sources import no test.'
  const other = placeOf(imported, places)
  if (!other || other.layer >= own.layer) return undefined
  return `runs upward: ${other.path} is above ${own.path}. Move what is needed down, or pass it as a parameter; types count too.`
}

function placesOf(folder: string, table: FolderLayers[string]): readonly Place[] {
  return table.flatMap((layer, index) => layer.map(place => ({ path: `${folder}/${place}`, layer: index })))
}

/** The longest place that the file is in. */
function placeOf(file: string, places: readonly Place[]): Place | undefined {
  return places
    .filter(({ path }) => (path.endsWith('/') ? file.startsWith(path) : file === path))
    .sort((a, b) => b.path.length - a.path.length)[0]
}
