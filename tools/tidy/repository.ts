import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, importsOf } from './imports.ts'
import ts from 'typescript'

export interface SourceFile {
  readonly path: string
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
}

/** What the rules look at: every text of the repository, TypeScript parsed. */
export interface Repository {
  /** By path from the root, with forward slashes. */
  readonly texts: ReadonlyMap<string, string>
  readonly sources: ReadonlyMap<string, SourceFile>
}

/** A rule answers one precise sentence for each place that breaks it, beginning with the path. */
export type Rule = (repository: Repository) => string[]

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', 'reports', '__pycache__'])
/** Other hidden folders are of tools, or data directories of Purser: a million lines that nobody wrote, and not everybody may read. */
const HIDDEN_AND_OURS = new Set(['.ci'])
const BINARY = /\.(png|jpe?g|gif|ico|woff2?|gz|zip)$/

export function readRepository(root: string): Repository {
  const texts = new Map<string, string>()
  const enter = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isLeftOut(entry)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) enter(path)
      // A picture is there, for links; it has no text.
      else if (entry.isFile()) texts.set(path, BINARY.test(path) ? '' : readFileSync(join(root, path), 'utf8'))
    }
  }
  enter('')
  return repositoryOf(texts)
}

const isLeftOut = (entry: Dirent): boolean =>
  LEFT_OUT.has(entry.name) || (entry.isDirectory() && entry.name.startsWith('.') && !HIDDEN_AND_OURS.has(entry.name))

export function repositoryOf(texts: ReadonlyMap<string, string>): Repository {
  const sources = new Map<string, SourceFile>()
  for (const [path, text] of texts) {
    if (!path.endsWith('.ts')) continue
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    sources.set(path, { path, tree, imports: importsOf(path, tree) })
  }
  return { texts, sources }
}

/** `path:line` of a place in a file, to click on. */
export function placeOf({ path, tree }: SourceFile, position: number): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(position).line + 1}`
}

export const isTest = (path: string): boolean => path.endsWith('.test.ts')
