import { target } from './circle-rules.ts'
import type { FolderLayers } from './layers.ts'
import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

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
