import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SourceImport, importsOfSource } from './imports.ts'
import ts from 'typescript'

export interface SourceFile {
  readonly path: string
  readonly tree: ts.SourceFile
  readonly imports: readonly SourceImport[]
}

/** The rules read every text of the repository, with TypeScript parsed. */
export interface Repository {
  /** The texts of all files of the repository, by the file's path from the root with forward slashes. */
  readonly texts: ReadonlyMap<string, string>
  readonly sources: ReadonlyMap<string, SourceFile>
  /** The parsed files with JSX. Only rules about words read them. */
  readonly components: ReadonlyMap<string, SourceFile>
}

/** A rule returns one precise sentence for each place that breaks it. The sentence begins with the path. */
export type TidyRule = (repository: Repository) => string[]

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', 'reports', '__pycache__'])
/**
 * The hidden folders of the repository whose texts the rules read. All others belong to tools, or are data directories of Purser: a million
 * lines that nobody wrote, and that not everybody may read.
 */
const HIDDEN_AND_OURS = new Set(['.ci', '.github'])
const BINARY = /\.(png|jpe?g|gif|ico|woff2?|gz|zip)$/

export function readRepository(root: string): Repository {
  const texts = new Map<string, string>()
  const enter = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isLeftOut(entry)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) enter(path)
      // A picture's text is empty. Its path is listed because links lead to it.
      else if (entry.isFile()) texts.set(path, BINARY.test(path) ? '' : readFileSync(join(root, path), 'utf8'))
    }
  }
  enter('')
  return tidyRepositoryOfTexts(texts)
}

const isLeftOut = (entry: Dirent): boolean =>
  LEFT_OUT.has(entry.name) || (entry.isDirectory() && entry.name.startsWith('.') && !HIDDEN_AND_OURS.has(entry.name))

export function tidyRepositoryOfTexts(texts: ReadonlyMap<string, string>): Repository {
  const [sources, components] = [new Map<string, SourceFile>(), new Map<string, SourceFile>()]
  for (const [path, text] of texts) {
    if (!/\.tsx?$/.test(path)) continue
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    const files = path.endsWith('.tsx') ? components : sources
    files.set(path, { path, tree, imports: importsOfSource(path, tree) })
  }
  return { texts, sources, components }
}

/** Writes a position in a source file as `path:line`, which terminals make clickable. */
export function sourcePositionOf({ path, tree }: SourceFile, position: number): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(position).line + 1}`
}

export const isTestFile = (path: string): boolean => path.endsWith('.test.ts')
