import type { FolderLayers, InDisorder } from './layers.ts'
import type { Problem } from './problem.ts'

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
