import { posix } from 'node:path'
import ts from 'typescript'

/** An `import`, `export ... from` or `import()`. */
export interface SourceImport {
  /** The path from the root for a file of this repository, and the name for a package. */
  readonly target: string
  readonly isOurs: boolean
  readonly typeOnly: boolean
  /** The imported names that are used at run time. `*`: it cannot be told which. */
  readonly values: readonly string[]
  readonly position: number
}

export function importsOfSource(path: string, tree: ts.SourceFile): SourceImport[] {
  const found: SourceImport[] = []
  const add = (specifier: ts.Expression | undefined, values: readonly string[]): void => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const isOurs = specifier.text.startsWith('.')
    const target = isOurs ? posix.join(posix.dirname(path), specifier.text) : specifier.text
    found.push({ target, isOurs, typeOnly: values.length === 0, values, position: specifier.getStart(tree) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, importedValues(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, exportedValues(node))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], ['*'])
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function importedValues(clause: ts.ImportClause | undefined): string[] {
  if (!clause) return ['*']
  if (clause.isTypeOnly) return []
  const bindings = clause.namedBindings
  const named = bindings && ts.isNamedImports(bindings) ? valueNames(bindings.elements) : bindings ? ['*'] : []
  return clause.name ? ['default', ...named] : named
}

function exportedValues(declaration: ts.ExportDeclaration): string[] {
  if (declaration.isTypeOnly) return []
  const clause = declaration.exportClause
  return clause && ts.isNamedExports(clause) ? valueNames(clause.elements) : ['*']
}

const valueNames = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): string[] =>
  elements.filter((element) => !element.isTypeOnly).map((element) => (element.propertyName ?? element.name).text)
