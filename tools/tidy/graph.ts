import type { SourceImport } from './imports.ts'
import { isTestFile, type Repository, type SourceFile } from './repository.ts'

/** The entry points: everything below `src/` must be reachable from here. */
const entries = ['src/cli/main.ts', 'clients/typescript/src/client.ts', 'clients/typescript/src/webhooks.ts']
/** Matches files with labelled examples, with which tests measure the code beside them. */
const TEST_DATA = /\/labelled\//

/** Refuses cycles of imports at run time. A cycle of types alone does not exist at run time, so it cannot break a start. */
export function importCycleTidyRule({ sources }: Repository): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (source: SourceFile, path: readonly string[]): void => {
    const start = path.indexOf(source.path)
    if (start >= 0) {
      cycles.push(`${source.path}: import cycle ${[...path.slice(start), source.path].join(' -> ')}`)
      return
    }
    if (done.has(source.path)) return
    for (const next of importedFiles(source, sources, (each) => !each.typeOnly)) visit(next, [...path, source.path])
    done.add(source.path)
  }
  for (const source of sources.values()) visit(source, [])
  return cycles
}

export function deadFileTidyRule({ sources }: Repository): string[] {
  const reached = filesReachableFrom(entries, sources)
  return [...sources.keys()]
    .filter((path) => path.startsWith('src/') && !isTestFile(path) && !TEST_DATA.test(path) && !reached.has(path))
    .map((path) => `${path}: dead, nothing that runs imports it`)
}

/** The given files, and all that they import, directly or indirectly. */
export function filesReachableFrom(
  paths: readonly string[],
  sources: Repository['sources'],
  counts: (each: SourceImport) => boolean = () => true,
): ReadonlySet<string> {
  const reached = new Set<string>()
  const reach = (source: SourceFile): void => {
    if (reached.has(source.path)) return
    reached.add(source.path)
    importedFiles(source, sources, counts).forEach(reach)
  }
  for (const path of paths) {
    const source = sources.get(path)
    if (source) reach(source)
  }
  return reached
}

/** The files that a file imports. An import of a file that does not exist is left for the compiler to report. */
function importedFiles(
  { imports }: SourceFile,
  sources: Repository['sources'],
  counts: (each: SourceImport) => boolean,
): SourceFile[] {
  const targets = imports.filter((each) => each.isOurs && counts(each)).map((each) => sources.get(each.target))
  return targets.filter((target) => target !== undefined)
}
