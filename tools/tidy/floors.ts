import { layerFloors } from './floor-table.ts'
import { isTestFile, sourcePositionOf, type Repository } from './repository.ts'

/** An import between two folders of one layer. */
export interface FolderImport {
  /** The layer and the folders: `store`, `cards` and `issuers`. Files of the layer itself are in its folder `.`. */
  readonly layer: string
  readonly from: string
  readonly to: string
  /** The file and line of the import. */
  readonly position: string
}

/**
 * Refuses imports, also of types alone, of a folder of the same layer that is not on a lower floor. So no two folders import each other,
 * directly or by way of others, and a folder can be read without those above it.
 */
export function floorTidyRule(repository: Repository): string[] {
  return [
    ...layerFoldersOf(repository)
      .filter(({ layer, folder }) => floorOf(layer, folder) === undefined)
      .map(({ layer, folder }) => `${homeOf(layer, folder)}: it has no floor in tools/tidy/floor-table.ts`),
    ...folderImportsOf(repository)
      .filter(isUpwardImport)
      .map(
        ({ position, layer, from, to }) =>
          `${position}: ${homeOf(layer, from)} may not import ${homeOf(layer, to)}, which is not on a lower floor`,
      ),
  ]
}

/** Lists the imports between the folders of the layers that have floors. Tests may import from everywhere. */
export function folderImportsOf({ sources }: Repository): FolderImport[] {
  return [...sources.values()].flatMap((source) => {
    const home = folderOf(source.path)
    if (home === undefined || isTestFile(source.path)) return []
    return source.imports.flatMap(({ target, isOurs, position }) => {
      const other = isOurs ? folderOf(target) : undefined
      if (other?.layer !== home.layer || other.folder === home.folder) return []
      return [{ layer: home.layer, from: home.folder, to: other.folder, position: sourcePositionOf(source, position) }]
    })
  })
}

/** Whether an import leads to a folder that is not on a lower floor. A folder without a floor is reported separately. */
export function isUpwardImport({ layer, from, to }: FolderImport): boolean {
  const [own, other] = [floorOf(layer, from), floorOf(layer, to)]
  return own !== undefined && other !== undefined && other >= own
}

/** A folder of a layer with floors. */
interface Folder {
  readonly layer: string
  readonly folder: string
}

export function layerFoldersOf({ sources }: Repository): Folder[] {
  const found = [...sources.keys()].filter((path) => !isTestFile(path)).flatMap((path) => folderOf(path) ?? [])
  return [...new Map(found.map((each) => [homeOf(each.layer, each.folder), each])).values()]
}

function floorOf(layer: string, folder: string): number | undefined {
  const floor = layerFloors[layer]?.findIndex((folders) => folders.includes(folder)) ?? -1
  return floor < 0 ? undefined : floor
}

/** The layer and the folder of a path: `store` and `cards` for `src/store/cards/cards.ts`. Undefined: the layer has no floors. */
function folderOf(path: string): Folder | undefined {
  const [, layer, folder = '.'] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  return layer !== undefined && layer in layerFloors ? { layer, folder } : undefined
}

const homeOf = (layer: string, folder: string): string => (folder === '.' ? `src/${layer}` : `src/${layer}/${folder}`)
