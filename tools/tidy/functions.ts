import ts from 'typescript'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

const LONGEST_FUNCTION_LINES = 70
const OURS = /^(?:src|clients|tools|bench)\//
/** Files in which a function may be as long as the list that it contains. */
const LISTS = /^(?:src\/contract\/|clients\/typescript\/src\/generated\.ts)/

/**
 * Functions that are longer than allowed, by file and name, with their number of lines. None may be added, and none may grow. When one gets
 * shorter, its number here must be lowered.
 */
const longAlready: Readonly<Record<string, number>> = {}

/** Refuses functions that do not fit on a screen, because their readers could not see all of them at once. */
export const functionLengthTidyRule = ({ sources }: Repository): string[] => findOverlongFunctions(sources, longAlready)

export function findOverlongFunctions(
  sources: Repository['sources'],
  allowed: Readonly<Record<string, number>>,
): string[] {
  const ours = [...sources.values()].filter(({ path }) => OURS.test(path) && !isTestFile(path) && !LISTS.test(path))
  const long = ours.flatMap(functionsOf).filter(({ lines }) => lines > LONGEST_FUNCTION_LINES)
  const known = new Map(long.map(({ key, lines }) => [key, lines]))
  return [
    ...long
      .filter(({ key, lines }) => lines > (allowed[key] ?? 0))
      .map(
        ({ position, name, lines }) =>
          `${position}: ${name} has ${lines} lines; ${LONGEST_FUNCTION_LINES} are the most`,
      ),
    ...Object.entries(allowed)
      .filter(([key, lines]) => sources.has(key.split(' ')[0] as string) && (known.get(key) ?? 0) < lines)
      .map(([key]) => `tools/tidy/functions.ts: ${key} is shorter now: lower its line, or take it away`),
  ]
}

function functionsOf(source: SourceFile): { key: string; name: string; position: string; lines: number }[] {
  const { path, tree } = source
  const found: ReturnType<typeof functionsOf> = []
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node, above: string): void => {
    const name = nameOf(node, above)
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const start = node.getStart(tree)
      const lines = lineOf(node.getEnd()) - lineOf(start) + 1
      found.push({ key: `${path} ${name}`, name, position: sourcePositionOf(source, start), lines })
    }
    ts.forEachChild(node, (child) => visit(child, name))
  }
  visit(tree, '')
  return found
}

/** The name of a function. An unnamed function gets the name of the variable or member that has it. */
function nameOf(node: ts.Node, above: string): string {
  const named = ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
  return named && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : above
}
