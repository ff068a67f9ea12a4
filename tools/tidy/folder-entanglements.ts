import { layerFloors } from './floor-table.ts'
import { folderImportsOf, layerFoldersOf, isUpwardImport } from './floors.ts'
import type { Repository } from './repository.ts'

/** The measure of how entangled the folders of a layer are. */
export interface FolderImportEntanglement {
  readonly layer: string
  readonly folders: readonly string[]
  /** Pairs of folders that import each other. */
  readonly mutual: readonly string[]
  /** Pairs of folders in which the first imports the second although the second is not on a lower floor. */
  readonly up: readonly string[]
  /** The largest set of folders in which each imports every other one, directly or by way of others. */
  readonly knot: readonly string[]
}

export function folderEntanglements(repository: Repository): FolderImportEntanglement[] {
  const [arrows, all] = [folderImportsOf(repository), layerFoldersOf(repository)]
  return Object.keys(layerFloors).map((layer) => {
    const own = arrows.filter((arrow) => arrow.layer === layer)
    const folders = all.filter((each) => each.layer === layer).map(({ folder }) => folder)
    const imports = (from: string): string[] => [
      ...new Set(own.filter((arrow) => arrow.from === from).map(({ to }) => to)),
    ]
    return {
      layer,
      folders: folders.toSorted(),
      mutual: folders.flatMap((one) =>
        imports(one).flatMap((other) => (one < other && imports(other).includes(one) ? [`${one} <-> ${other}`] : [])),
      ),
      up: [...new Set(own.filter(isUpwardImport).map(({ from, to }) => `${from} -> ${to}`))],
      knot: largestKnot(folders, imports),
    }
  })
}

/** Finds the most folders that all reach each other by imports: the largest strongly connected component. */
function largestKnot(folders: readonly string[], imports: (from: string) => readonly string[]): string[] {
  const reachedFrom = new Map(folders.map((folder) => [folder, reach(folder, imports)]))
  const knotOf = (one: string) =>
    folders.filter((other) => reachedFrom.get(one)?.has(other) && reachedFrom.get(other)?.has(one))
  return folders.map(knotOf).reduce((largest, next) => (next.length > largest.length ? next : largest), [])
}

function reach(from: string, imports: (from: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const enter = (folder: string): void => {
    for (const next of imports(folder)) {
      if (reached.has(next)) continue
      reached.add(next)
      enter(next)
    }
  }
  enter(from)
  return reached
}
