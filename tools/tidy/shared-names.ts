import ts from 'typescript'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

/**
 * Refuses two files of `src` that export something by one name, so that a search for a name finds one thing. The contract's types have the
 * plain names, such as `Card`; docs/glossary.md lists the names of the others.
 */
export function sharedNameTidyRule({ sources }: Repository): string[] {
  const exported = [...sources.values()]
    .filter(({ path }) => path.startsWith('src/') && !isTestFile(path))
    .flatMap((source) => exportsOf(source).map((each) => ({ ...each, path: source.path })))
  return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, sharing]) => {
    // A schema and its type are one thing: a file exports them by one name.
    const [first, ...others] = [...new Map(sharing.map((each) => [each.path, each])).values()]
    if (first === undefined) return []
    return others.map(({ at }) => `${at}: ${first.path} exports ${name}, too`)
  })
}

interface Export {
  readonly name: string
  readonly at: string
}

/** The names of the types, functions and constants that a file declares and exports. */
const exportsOf = (source: SourceFile): Export[] =>
  source.tree.statements
    .filter((statement) => ts.canHaveModifiers(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(namesOf)
    .map((name) => ({ name: name.text, at: sourcePositionOf(source, name.getStart(source.tree)) }))

/** The names that a statement declares. A declaration that takes an object apart has the names of the parts. */
function namesOf(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  const { name } = statement as Partial<ts.DeclarationStatement>
  return name !== undefined && ts.isIdentifier(name) ? [name] : []
}

const boundNames = (name: ts.BindingName): ts.Identifier[] =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []))
