import ts from 'typescript'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

interface Word {
  /** The advice of tidy's refusal of a word: its meaning where it is allowed, and the words to write elsewhere (docs/glossary.md). */
  readonly advice: string
  /** Files in which the glossary's word has its one meaning. Absent: no name may contain it. */
  readonly home?: RegExp
  /** True: local variables may have the word in their names. It is refused only in names of types, functions and parameters. */
  readonly isLocal?: true
}

/** Matches the source files about the spend of customers, agents and cards. */
const MONEY =
  /^(?:src\/(?:contract|domain|issuers|services\/(?:insight|issuers|network|transactions)|store\/(?:journal|transactions|history))|dashboard\/src\/(?:pages\/(?:cards|resource)|ui)|bench\/issuers|test\/support\/(?:issuers|records))\//
/** Matches the source files about merchants' names and other texts. */
const TEXTS = /^(?:src\/(?:domain\/merchant-match|fill|cli\/seed)|bench\/merchant-match|tools\/merchant-names)\//
/** The source files in which the word `part` never means a bucket scope, because they have none. */
const WHOLES = /^(?:src\/(?:domain|contract|cli\/seed)|bench|dashboard\/src|examples|test\/support|tools)\//
/** Matches the source files about towns, where names may contain `place`. */
const TOWNS =
  /^(?:src\/(?:domain\/merchant-match|cli\/seed)|bench\/merchant-match|dashboard\/src\/pages\/transactions|tools\/merchant-names)\//

/** Words that had several meanings in this code. The rule compares the segments of names: `toldOf` has the segment `told`. */
const words: Readonly<Record<string, Word>> = {
  asked: { advice: 'say what was asked for: the request, the command, the look-up', isLocal: true },
  decided: { advice: 'say what was decided: the decision, the outcome', isLocal: true },
  door: { advice: 'an endpoint' },
  doors: { advice: 'endpoints' },
  fold: { advice: "a level's spend from the journal; statistics are a rollup", home: MONEY },
  folds: { advice: "levels' spends from the journal; statistics are rollups", home: MONEY },
  found: { advice: 'name what was found', home: /\/not-found\.tsx$/, isLocal: true },
  held: { advice: 'money of an authorization; else leased, kept, waiting', home: MONEY },
  letter: { advice: 'a mail; a character of a text', home: TEXTS },
  letters: { advice: 'mails; characters of a text', home: TEXTS },
  part: {
    advice: 'some of an amount or a text; of the buckets: bucketScope',
    home: WHOLES,
  },
  parts: {
    advice: 'some of an amount or a text; of the buckets: bucketScopes',
    home: WHOLES,
  },
  place: {
    advice: 'a town; else sequence, slot, position, index',
    home: TOWNS,
  },
  places: { advice: 'towns; else slots, positions', home: TOWNS },
  rung: { advice: 'a rule of the ladder' },
  settle: { advice: 'the final capture; else reconcile, wait', home: MONEY },
  standing: { advice: 'the status' },
  stranger: { advice: 'unauthenticated, or an orphan' },
  strangers: { advice: 'unauthenticated, or orphans' },
  told: { advice: 'the event, the notification' },
  wanted: {
    advice: 'what a change request asks for; else ids, requested, expected',
    home: /\/(?:change-requests?|change-text|mcp|wishes)\b|^src\/cli\/|\/hostile-tenant\b/,
  },
}

/** The folders whose names are checked. A folder is added here once its names keep to the glossary. */
const CHECKED = [
  'bench/',
  'dashboard/src/',
  'examples/',
  'src/app/',
  'src/cli/',
  'src/contract/',
  'src/domain/',
  'src/engine/',
  'src/fill/',
  'src/http/',
  'src/identity/',
  'src/issuers/',
  'src/lib/',
  'src/mcp/',
  'src/notifications/',
  'src/services/',
  'src/store/',
  'src/sweeps/',
  'src/vault/',
  'src/verify/',
  'src/webhooks/',
  'test/support/',
  'tools/',
]

/** Refuses names in our code that contain a word of the table with another than its one meaning. */
export function glossaryTidyRule({ sources, components }: Repository): string[] {
  return [...sources.values(), ...components.values()]
    .filter(({ path }) => CHECKED.some((folder) => path.startsWith(folder)) && !isTestFile(path))
    .flatMap((source) => declaredNames(source).flatMap((declared) => problemsOf(source, declared)))
}

interface DeclaredName {
  readonly name: string
  readonly position: number
  readonly isVariable: boolean
}

function problemsOf(source: SourceFile, { name, position, isVariable }: DeclaredName): string[] {
  return segmentsOf(name).flatMap((segment) => {
    const word = Object.hasOwn(words, segment) ? words[segment] : undefined
    if (!word || word.home?.test(source.path) || (word.isLocal && isVariable)) return []
    return [
      `${sourcePositionOf(source, position)}: ${name}: "${segment}" has one meaning (docs/glossary.md): ${word.advice}`,
    ]
  })
}

/** The lower-case segments of a name: `told` and `of` for `toldOf`. */
const segmentsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[ _]/)

/** The names that a file declares. Members of types are left out: those of rows and replies come from the database and the API. */
function declaredNames({ tree }: SourceFile): DeclaredName[] {
  const names: DeclaredName[] = []
  const visit = (node: ts.Node): void => {
    if (isNaming(node) && node.name && ts.isIdentifier(node.name)) {
      const isVariable = ts.isVariableDeclaration(node) && !ts.isFunctionLike(node.initializer ?? node)
      names.push({
        name: node.name.text,
        position: node.name.getStart(tree),
        isVariable: isVariable || ts.isBindingElement(node),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

const isNaming = (
  node: ts.Node,
): node is
  | ts.VariableDeclaration
  | ts.BindingElement
  | ts.ParameterDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node)
