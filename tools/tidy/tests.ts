import ts from 'typescript'
import { isTest, positionOf, type Repository, type SourceFile } from './repository.ts'

const DECLARING = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
const SKIPPING = new Set(['skip', 'skipIf', 'runIf', 'todo'])
/** The time limit of each test, in milliseconds, which vitest.config.ts sets. */
const DEFAULT_TIMEOUT_MS = 300_000

/**
 * Tests are skipped by `needing` alone, so that the last line of a run can name what was not run. None has a shorter time than all have,
 * which a busy machine needs.
 */
export const testRule = ({ sources }: Repository): string[] => [...sources.values()].flatMap(problemsOf)

function problemsOf(source: SourceFile): string[] {
  if (!isTest(source.path)) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const problem = ts.isCallExpression(node) && DECLARING.has(declaring(node.expression)) ? problemOf(node) : undefined
    if (problem) found.push(`${positionOf(source, node.getStart(source.tree))}: ${problem}`)
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
  return found
}

/** The name with which a chain such as `it.each(rows)` begins. */
function declaring(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee) ? declaring(callee.expression) : ''
}

function problemOf({ expression, arguments: given }: ts.CallExpression): string | undefined {
  if (ts.isPropertyAccessExpression(expression) && SKIPPING.has(expression.name.text)) {
    return `.${expression.name.text} skips in silence: use needing of test/support/needs.ts`
  }
  const times = given.flatMap((each) => (ts.isObjectLiteralExpression(each) ? timeoutIn(each) : [each]))
  const isShort = times.some((time) => ts.isNumericLiteral(time) && Number(time.text) <= DEFAULT_TIMEOUT_MS)
  return isShort ? 'its own time is no longer than that of all tests: leave it out' : undefined
}

const timeoutIn = ({ properties }: ts.ObjectLiteralExpression): ts.Expression[] =>
  properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === 'timeout'
      ? [each.initializer]
      : [],
  )
