import ts from 'typescript'
import { TEST_TIMEOUT_MS } from '../../test/support/eventually.ts'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

const DECLARING = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
const SKIPPING = new Set(['skip', 'skipIf', 'runIf', 'todo'])

/**
 * Refuses tests that are skipped other than by `needing`, because the last line of a run has to name what was not run, and tests with a
 * shorter time limit than all have, because a busy machine needs that time.
 */
export const skippedTestTidyRule = ({ sources }: Repository): string[] => [...sources.values()].flatMap(problemsOf)

function problemsOf(source: SourceFile): string[] {
  if (!isTestFile(source.path)) return []
  const found: string[] = []
  const constants = constantsOf(source.tree)
  const visit = (node: ts.Node): void => {
    const problem =
      ts.isCallExpression(node) && DECLARING.has(declaring(node.expression)) ? problemOf(node, constants) : undefined
    if (problem) found.push(`${sourcePositionOf(source, node.getStart(source.tree))}: ${problem}`)
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
  return found
}

/** The first name of a chain such as `it.each(rows)`. */
function declaring(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee) ? declaring(callee.expression) : ''
}

function problemOf({ expression, arguments: given }: ts.CallExpression, constants: Constants): string | undefined {
  if (ts.isPropertyAccessExpression(expression) && SKIPPING.has(expression.name.text)) {
    return `.${expression.name.text} skips in silence: use needing of test/support/needs.ts`
  }
  const times = given.flatMap((each) => (ts.isObjectLiteralExpression(each) ? timeoutIn(each) : [each]))
  const isShort = times.some((time) => (numberOf(time, constants) ?? Number.POSITIVE_INFINITY) <= TEST_TIMEOUT_MS)
  return isShort ? 'its own time is no longer than that of all tests: leave it out' : undefined
}

const timeoutIn = ({ properties }: ts.ObjectLiteralExpression): ts.Expression[] =>
  properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === 'timeout'
      ? [each.initializer]
      : [],
  )

/** The expressions of a file's constants, by the constants' names. */
type Constants = ReadonlyMap<string, ts.Expression>

const constantsOf = (tree: ts.SourceFile): Constants =>
  new Map(
    tree.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name, initializer }) => (ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : [])),
  )

/**
 * The numeric value of an expression: a number such as `60_000`, a constant of the file, `{ timeout: 60_000 }` as a constant, or a product
 * of these. Undefined: another expression.
 */
function numberOf(node: ts.Expression, constants: Constants): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isObjectLiteralExpression(node)) return timeoutIn(node).map((time) => numberOf(time, constants))[0]
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value === undefined ? undefined : numberOf(value, constants)
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return undefined
  const [left, right] = [numberOf(node.left, constants), numberOf(node.right, constants)]
  return left === undefined || right === undefined ? undefined : left * right
}
