import ts from 'typescript'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

const SQL_STARTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'query'])
const SQL_NOW = /\b(?:now\s*\(\s*\)|current_timestamp|clock_timestamp\s*\()/i

/** Files that may read the system's clock and randomness: they pass them to others, or are outside the service. */
const TIME_SOURCES = ['src/lib/clock.ts', 'src/app/', 'src/cli/']
/** The file that reads the database's time, only to compare it with the node's. */
const SQL_TIME_SOURCES = ['src/store/connection/database-time.ts']
/** Folders that may contain SQL: the store, and the embedded server, which is set up before there is a store. */
const SQL_HOMES = ['src/store/', 'src/app/postgres/']

export function sqlTidyRule({ sources }: Repository): string[] {
  return findCalls(sources, SQL_HOMES, (node) => {
    if (ts.isTaggedTemplateExpression(node) && isNamed(node.tag, 'sql')) return 'SQL outside src/store: sql``'
    const method = calledMethod(node)
    return method && SQL_STARTS.has(method.name) ? `SQL outside src/store: .${method.name}()` : undefined
  })
}

export function clockTidyRule({ sources }: Repository): string[] {
  return findCalls(sources, TIME_SOURCES, (node) => {
    const method = calledMethod(node)
    const call = method && `${method.owner}.${method.name}`
    if (call === 'Date.now' || call === 'Math.random')
      return `${call}(): take it from deps; to measure a wait, performance.now()`
    const isBareDate = ts.isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length
    return isBareDate ? 'new Date(): take the time from deps.clock' : undefined
  })
}

export function databaseTimeTidyRule({ sources, texts }: Repository): string[] {
  const inCode = findCalls(sources, SQL_TIME_SOURCES, (node) => {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    return text && SQL_NOW.test(node.text) ? 'SQL must not read the time: pass it as a parameter' : undefined
  })
  const migrations = [...texts].filter(([path]) => path.endsWith('.sql'))
  const inMigrations = migrations.filter(([, text]) => SQL_NOW.test(text.replaceAll(/--.*$/gm, '')))
  return [...inCode, ...inMigrations.map(([path]) => `${path}: SQL must not read the time: pass it as a parameter`)]
}

/** The files of the command line that write to a terminal themselves. */
const OUTLETS = ['print', 'progress', 'ask'].map((name) => `src/cli/terminal/${name}.ts`)

/** Refuses output of commands other than by print.ts, so that no quoted text can control a terminal. */
export const terminalOutputTidyRule = ({ sources }: Repository): string[] =>
  findCalls(
    sources,
    OUTLETS,
    (node) => {
      if (!ts.isPropertyAccessExpression(node)) return undefined
      const { expression: owner, name } = node
      const isConsole = ts.isIdentifier(owner) && owner.text === 'console'
      const isStream = ts.isPropertyAccessExpression(owner) && /^std(?:out|err)$/.test(owner.name.text)
      return isConsole || (isStream && name.text === 'write')
        ? `.${name.text} of an output: print by src/cli/terminal/print.ts`
        : undefined
    },
    'src/cli/',
  )

type Problem = (node: ts.Node) => string | undefined

/** Looks at every node of the syntax trees below a folder, except tests and the exempt places. */
function findCalls(
  sources: Repository['sources'],
  exempt: readonly string[],
  problem: Problem,
  below = 'src/',
): string[] {
  const found: string[] = []
  for (const source of sources.values()) {
    const isLookedAt = source.path.startsWith(below) && !isTestFile(source.path)
    if (isLookedAt && !exempt.some((prefix) => source.path.startsWith(prefix))) walk(source, problem, found)
  }
  return found
}

function walk(source: SourceFile, problem: Problem, problems: string[]): void {
  const visit = (node: ts.Node): void => {
    const message = problem(node)
    if (message) problems.push(`${sourcePositionOf(source, node.getStart(source.tree))}: ${message}`)
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
}

function calledMethod(node: ts.Node): { owner: string; name: string } | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const owner = node.expression.expression
  return { owner: ts.isIdentifier(owner) ? owner.text : '', name: node.expression.name.text }
}

/** Whether a node is `sql` in sql`...`, in sql<Row>`...` or in sql.raw`...`. */
function isNamed(node: ts.Node, name: string): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isExpressionWithTypeArguments(node))
    return isNamed(node.expression, name)
  return ts.isIdentifier(node) && node.text === name
}
