import ts from 'typescript'
import { isTest, positionOf, type Repository, type SourceFile } from './repository.ts'

/**
 * Refuses two exported types of one name in `src`, so that a reader who meets a name knows the shape. The contract's types have the plain
 * names, such as `Card`; docs/glossary.md lists the names of the others.
 */
export function sharedNameRule({ sources }: Repository): string[] {
  const exported = [...sources.values()]
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((source) => typesOf(source).map((type) => ({ ...type, path: source.path })))
  return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, found]) => {
    const [first, ...others] = [...new Map(found.map((type) => [type.path, type])).values()]
    if (first === undefined) return []
    return others.map(({ at }) => `${at}: ${name} is the name of a type of ${first.path}, too`)
  })
}

/** The exported types of a file: interfaces, aliases and classes. */
const typesOf = (source: SourceFile): { name: string; at: string }[] =>
  source.tree.statements
    .filter(
      (statement) =>
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isClassDeclaration(statement),
    )
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ name }) =>
      name === undefined ? [] : [{ name: name.text, at: positionOf(source, name.getStart(source.tree)) }],
    )
