import { describe, expect, it } from 'vitest'
import { migrationFile } from '../../src/store/schema/migration-files.ts'
import { findOverlongFunctions } from './functions.ts'
import { folderEntanglements } from './folder-entanglements.ts'
import { tidyRepositoryOfTexts } from './repository.ts'
import { tidyRules } from './rules.ts'

const problemsOf = (files: Record<string, string>): string[] => {
  const repository = tidyRepositoryOfTexts(new Map(Object.entries(files)))
  return tidyRules.flatMap((rule) => rule(repository))
}
const main = (imported: string): string => `import '../${imported}'\n`
const unfinished = `// ${['TO', 'DO'].join('')}: later\n`
const conflict = `${'<'.repeat(7)} HEAD\nours\n${'='.repeat(7)}\ntheirs\n${'>'.repeat(7)} a1b2c3d\n`
const home = ['', 'home', 'someone'].join('/')
const registry = ['registry', 'npmjs', 'org'].join('.')

/** Migrations, and the list of their hashes. */
const frozen = (migrations: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(migrations).map(([name, text]) => [`migrations/${name}.sql`, text])),
  'migrations/SHA256SUMS': Object.entries(migrations)
    .map(([name, text]) => `${migrationFile(name, text).hash}  ${name}.sql\n`)
    .join(''),
})

/** Each row of the table is a repository with one planted error; the rules of tidy must find it and nothing else. */
const planted: [name: string, files: Record<string, string>, problem: string][] = [
  [
    'a layer that reaches up',
    { 'src/store/cards/cards.ts': "import { x } from '../../services/cards.ts'\n", 'src/services/cards.ts': '' },
    'src/store/cards/cards.ts:1: src/store may not import src/services',
  ],
  [
    'an issuer’s sheet that loads what a browser has not',
    { 'src/issuers/acme/sheet.ts': "import { x } from './acme.ts'\n", 'src/issuers/acme/acme.ts': '' },
    'src/issuers/acme/sheet.ts:1: a sheet is data alone, it may not import src/issuers/acme/acme.ts',
  ],
  [
    'a value where only types may be taken',
    { 'src/domain/rules.ts': "import { errorCatalogue } from '../contract/errors.ts'\n", 'src/contract/errors.ts': '' },
    'src/domain/rules.ts:1: src/domain may not import values of src/contract (errorCatalogue), only types',
  ],
  [
    'a package outside its layer',
    { 'src/services/cards.ts': "import fastify from 'fastify'\n" },
    'src/services/cards.ts:1: src/services may not import the package fastify',
  ],
  [
    'the platform in a pure layer',
    { 'src/domain/rules.ts': "import { readFileSync } from 'node:fs'\n" },
    'src/domain/rules.ts:1: src/domain may not import node:fs',
  ],
  [
    'a folder without a row in the table',
    { 'src/extras/more.ts': '' },
    'src/extras/more.ts: src/extras has no row in tools/tidy/layers.ts',
  ],
  [
    'a folder that imports one on a higher floor',
    { 'src/store/rows/a.ts': "import type { B } from '../backup/b.ts'\n", 'src/store/backup/b.ts': '' },
    'src/store/rows/a.ts:1: src/store/rows may not import src/store/backup, which is not on a lower floor',
  ],
  [
    'a folder that imports one on the same floor',
    { 'src/store/nodes/a.ts': "import { b } from '../outbox/b.ts'\n", 'src/store/outbox/b.ts': '' },
    'src/store/nodes/a.ts:1: src/store/nodes may not import src/store/outbox, which is not on a lower floor',
  ],
  [
    'a folder without a floor',
    { 'src/store/extras/more.ts': '' },
    'src/store/extras: it has no floor in tools/tidy/floor-table.ts',
  ],
  [
    'an import cycle',
    {
      'src/domain/a.ts': "import { b } from './b.ts'\nexport const a = b\n",
      'src/domain/b.ts': "import { a } from './a.ts'\nexport const b = a\n",
    },
    'src/domain/a.ts: import cycle src/domain/a.ts -> src/domain/b.ts -> src/domain/a.ts',
  ],
  [
    'a type with the name of another one',
    { 'src/domain/a.ts': 'export interface Verdict {}\n', 'src/engine/b.ts': 'export type Verdict = string\n' },
    'src/engine/b.ts:1: src/domain/a.ts exports Verdict, too',
  ],
  [
    'SQL outside the store, as a template',
    { 'src/services/cards.ts': 'export const x = sql<Row>`select 1`\n' },
    'src/services/cards.ts:1: SQL outside src/store: sql``',
  ],
  [
    'a command that prints by itself',
    { 'src/cli/cards.ts': 'console.log(1)\n' },
    'src/cli/cards.ts:1: .log of an output: print by src/cli/terminal/print.ts',
  ],
  [
    'a command that writes to a terminal by itself',
    { 'src/cli/cards.ts': "process.stderr.write('x')\n" },
    'src/cli/cards.ts:1: .write of an output: print by src/cli/terminal/print.ts',
  ],
  [
    'SQL outside the store, as a call',
    { 'src/services/cards.ts': "export const x = (db) => db.selectFrom('cards')\n" },
    'src/services/cards.ts:1: SQL outside src/store: .selectFrom()',
  ],
  [
    'SQL that reads the time',
    { 'src/store/cards/cards.ts': 'export const x = sql`update cards set at = now()`\n' },
    'src/store/cards/cards.ts:1: SQL must not read the time: pass it as a parameter',
  ],
  [
    'a migration that reads the time',
    frozen({
      '0002_more': '-- compatible: no\n-- now() in a comment is fine\ncreate table t (at bigint default now());\n',
    }),
    'migrations/0002_more.sql: SQL must not read the time: pass it as a parameter',
  ],
  [
    'a landed migration that is edited',
    { ...frozen({ '0001_first': 'create table t (a text);\n' }), 'migrations/0001_first.sql': 'create table t ();\n' },
    'migrations/0001_first.sql: it has landed and is frozen; put the change into the next migration',
  ],
  [
    'a landed migration that is deleted',
    { 'migrations/SHA256SUMS': frozen({ '0001_first': '' })['migrations/SHA256SUMS'] ?? '' },
    'migrations/SHA256SUMS: 0001_first.sql has landed and is missing',
  ],
  [
    'a migration without a hash',
    { 'migrations/0001_first.sql': 'create table t (a text);\n' },
    'migrations/0001_first.sql: migrations/SHA256SUMS does not list it; add what sha256sum prints of it',
  ],
  [
    'a migration that does not say which nodes work with it',
    frozen({ '0001_first': '', '0002_more': 'create table t (a text);\n' }),
    'migrations/0002_more.sql: its first line is "-- compatible: no", or "-- compatible: since" and an earlier migration',
  ],
  [
    'a migration that is compatible with itself',
    frozen({ '0001_first': '', '0002_more': '-- compatible: since 0002_more\n' }),
    'migrations/0002_more.sql: its first line is "-- compatible: no", or "-- compatible: since" and an earlier migration',
  ],
  [
    'the system clock',
    { 'src/services/cards.ts': 'export const x = () => Date.now()\n' },
    'src/services/cards.ts:1: Date.now(): take it from deps; to measure a wait, performance.now()',
  ],
  [
    'the system clock, in disguise',
    { 'src/services/cards.ts': 'export const x = () => new Date()\n' },
    'src/services/cards.ts:1: new Date(): take the time from deps.clock',
  ],
  [
    'a dollar sign before an amount',
    { 'src/services/cards.ts': 'export const x = (cents: number) => `$${cents}`\n' },
    'src/services/cards.ts:1: "$${cents}": write amounts by formatMoney, with their currency',
  ],
  [
    'hundredths of an amount',
    { 'dashboard/src/pages/cards.tsx': 'export const x = (amount: number) => amount / 100\n' },
    'dashboard/src/pages/cards.tsx:1: "amount / 100": write amounts by formatMoney, with their currency',
  ],
  [
    'hundredths of an amount, the other way round',
    { 'src/cli/cards.ts': 'export const x = (price: number) => 100 * price\n' },
    'src/cli/cards.ts:1: "100 * price": write amounts by formatMoney, with their currency',
  ],
  [
    'two decimals',
    { 'src/mcp/cards.ts': '// Not $1.50 in a comment, but\nexport const x = (y: number) => y.toFixed(2)\n' },
    'src/mcp/cards.ts:2: ".toFixed(2)": write amounts by formatMoney, with their currency',
  ],
  [
    'dollars in a text',
    { 'src/cli/cards.ts': "/** `$12.34` */\nexport const x = 'at most $50.00'\n" },
    'src/cli/cards.ts:2: "$50.00": write amounts by formatMoney, with their currency',
  ],
  [
    'a name out of style',
    { 'src/domain/cardThing.ts': '' },
    'src/domain/cardThing.ts: name it in kebab-case; tests end in .test.ts or .pg.test.ts, with .alone, .long or .release before',
  ],
  ['a drawer', { 'src/domain/utils.ts': '' }, 'src/domain/utils.ts: a drawer; name the file after the one idea in it'],
  [
    'a test that hides that it needs a database',
    {
      'src/store/cards/cards.test.ts': "import { createTestDatabase } from '../../../test/support/test-database.ts'\n",
      'test/support/test-database.ts': "import { openDatabase } from '../../src/store/connection/database.ts'\n",
      'src/store/connection/database.ts': '',
    },
    'src/store/cards/cards.test.ts: it needs PostgreSQL, so it must end in .pg.test.ts',
  ],
  [
    'a file that grew too long',
    { 'src/domain/long.ts': '\n'.repeat(401) },
    'src/domain/long.ts: 401 lines; split it, 400 is the most',
  ],
  [
    'a folder that nobody takes in at a glance',
    Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`test/api/page-${index}.md`, ''])),
    'test/api: 31 files; group them by noun, 30 is the most',
  ],
  [
    'a function that nobody sees all of at once',
    { 'src/domain/long.ts': `export function all() {${'\n'.repeat(70)}}\n` },
    'src/domain/long.ts:1: all has 71 lines; 70 are the most',
  ],
  [
    'a tool that one layer alone uses',
    { 'src/lib/tool.ts': '' },
    'src/lib/tool.ts: src/cli alone uses it; src/lib is for what several layers use',
  ],
  [
    'unfinished work',
    { 'src/domain/a.ts': unfinished },
    `src/domain/a.ts:1: "${unfinished.slice(3, 7)}": finish it, or write it down as an issue`,
  ],
  [
    'a merge with both sides left',
    { 'README.md': conflict },
    `README.md:1: "${'<'.repeat(7)} HEAD": a merge left both sides here, choose one`,
  ],
  ['a path of one machine', { 'README.md': `Go to ${home} now.\n` }, `README.md:1: "${home}": a path of one machine`],
  [
    'a package without a hash',
    { 'package-lock.json': '{ "packages": { "node_modules/pg": { "version": "8.0.0" } } }' },
    'package-lock.json: node_modules/pg has no integrity of SHA-512: lock it again with npm install',
  ],
  [
    'a package of a platform that is more than a tool',
    {
      'tools/x/package-lock.json':
        '{ "packages": { "node_modules/pg-darwin": { "optional": true, "os": ["darwin"] } } }',
    },
    'tools/x/package-lock.json: node_modules/pg-darwin has no integrity of SHA-512: lock it again with npm install',
  ],
  [
    'a tool of another platform that no command has added',
    {
      'examples/x/package-lock.json':
        '{ "packages": { "node_modules/tool-darwin": { "dev": true, "optional": true, "os": ["darwin"] } } }',
    },
    'examples/x/package-lock.json: node_modules/tool-darwin has no integrity of SHA-512: lock it again with npm install',
  ],
  [
    'a package that is fetched from elsewhere',
    {
      'clients/x/package-lock.json':
        '{ "packages": { "node_modules/a/node_modules/b": { "resolved": "git+ssh://git@example.com/b.git#0a1b" } } }',
    },
    'clients/x/package-lock.json: node_modules/a/node_modules/b has no integrity of SHA-512: lock it again with npm install',
  ],
  [
    'a lock file of an npm that hashes otherwise',
    { 'dashboard/package-lock.json': '{ "lockfileVersion": 1, "dependencies": { "pg": { "version": "8.0.0" } } }' },
    'dashboard/package-lock.json lists no packages: lock it again with the npm of this checkout',
  ],
  [
    'dependencies that nothing locks',
    {
      'package-lock.json': '{ "packages": { "dashboard": {} } }',
      'dashboard/package.json': '{ "devDependencies": { "react": "20.0.0" } }',
      'tools/x/package.json': '{ "dependencies": { "pg": "8.0.0" } }',
    },
    'tools/x/package.json has dependencies that no package-lock.json locks: run npm install there',
  ],
  [
    'a hash that is too weak',
    {
      'package-lock.json':
        '{ "packages": { "node_modules/pg": { "integrity": "sha1-x", "dev": true, "optional": true, "os": ["linux"] } } }',
    },
    'package-lock.json: node_modules/pg has no integrity of SHA-512: lock it again with npm install',
  ],
  [
    'a package with an install script',
    {
      'package.json': '{ "allowScripts": { "pg": false } }',
      'package-lock.json':
        '{ "packages": { "node_modules/pg": { "integrity": "sha512-x", "hasInstallScript": true }, "node_modules/a/node_modules/@b/c": { "integrity": "sha512-x", "hasInstallScript": true } } }',
    },
    'package-lock.json: @b/c has an install script: deny it by allowScripts in package.json',
  ],
  [
    'a test that is skipped in silence',
    { 'src/lib/a.test.ts': "describe.skipIf(true).each([1])('%d', () => undefined)" },
    'src/lib/a.test.ts:1: .skipIf skips in silence: use needing of test/support/needs.ts',
  ],
  [
    'a test with a short time of its own',
    { 'src/lib/a.test.ts': "it('is slow', { timeout: 60_000 }, () => undefined)" },
    'src/lib/a.test.ts:1: its own time is no longer than that of all tests: leave it out',
  ],
  [
    'a hook with a short time of its own, which has a name',
    { 'src/lib/a.test.ts': 'const SECOND = 1_000\nbeforeAll(() => undefined, 5 * SECOND)' },
    'src/lib/a.test.ts:2: its own time is no longer than that of all tests: leave it out',
  ],
  [
    'a hook with a short time of its own',
    { 'src/lib/a.test.ts': 'beforeAll(() => undefined, 1_000)' },
    'src/lib/a.test.ts:1: its own time is no longer than that of all tests: leave it out',
  ],
  [
    'a module of Python that is named like TypeScript',
    { 'clients/python/src/purser_client/web-hooks.py': '' },
    'clients/python/src/purser_client/web-hooks.py: name it in snake_case',
  ],
  [
    'a long file in Python',
    { 'clients/python/src/purser_client/long.py': 'a = 1\n'.repeat(401) },
    'clients/python/src/purser_client/long.py: 401 lines; 400 are the most',
  ],
  [
    'a long function in Python',
    {
      'clients/python/src/purser_client/long.py': `def a(\n    b: int,\n) -> int:\n${'    b += 1\n'.repeat(68)}\n\nc = 1\n`,
    },
    'clients/python/src/purser_client/long.py:1: a has 71 lines; 70 are the most',
  ],
  [
    'a registry address',
    { 'package-lock.json': `{ "packages": {}, "from": "${registry}" }` },
    `package-lock.json:1: "${registry}": a registry address does not belong into the repository`,
  ],
  [
    'a link to nowhere',
    { 'README.md': '[guide](docs/guide.md)\n' },
    'README.md: the link to docs/guide.md leads nowhere',
  ],
  [
    'a link to a heading that is gone',
    {
      'README.md': '[guide](docs/guide.md#second-part)\n',
      'docs/guide.md': '# First part\n',
      'docs/README.md': '[guide](guide.md)\n',
    },
    'README.md: the link to docs/guide.md#second-part leads nowhere',
  ],
  [
    'a document that nobody finds',
    { 'docs/guides/lost.md': '# Lost\n', 'docs/README.md': '[decisions](../docs)\n' },
    'docs/guides/lost.md: docs/README.md does not list it',
  ],
  [
    'an invariant that nothing shows',
    {
      'docs/README.md': '[invariants](invariants.md)\n',
      'docs/invariants.md': '| I-01 | Shown | [a](../src/domain/a.test.ts) |\n| I-02 | Claimed | by hand |\n',
      'src/domain/a.test.ts': '',
    },
    'docs/invariants.md: I-02 names no test that shows it',
  ],
]

describe('the rules find a planted error', () => {
  it.each(planted)('%s', (_name, files, problem) => {
    const imports = Object.keys(files).filter((path) => path.startsWith('src/') && !path.endsWith('.test.ts'))
    const entry = { 'clients/typescript/src/client.ts': '', 'src/cli/main.ts': '' }
    const reached = imports.map((path) => main(path.slice('src/'.length))).join('')
    const problems = problemsOf({ ...entry, 'src/cli/main.ts': reached, ...files })
    expect(problems.filter((each) => !each.startsWith('src/cli/main.ts'))).toEqual([problem])
  })

  it('a function that was long and is shorter now', () => {
    const { sources } = tidyRepositoryOfTexts(new Map([['src/domain/a.ts', 'export const a = () => 1\n']]))
    expect(findOverlongFunctions(sources, { 'src/domain/a.ts a': 80 })).toEqual([
      'tools/tidy/functions.ts: src/domain/a.ts a is shorter now: lower its line, or take it away',
    ])
  })

  it('folders that are entangled', () => {
    const importing = (folder: string) => `import type { X } from '../${folder}/x.ts'\n`
    const repository = tidyRepositoryOfTexts(
      new Map([
        ['src/store/rows/x.ts', importing('audit')],
        ['src/store/audit/x.ts', importing('due') + importing('nodes')],
        ['src/store/due/x.ts', importing('rows') + importing('audit')],
        ['src/store/nodes/x.ts', ''],
      ]),
    )
    expect(folderEntanglements(repository).find(({ layer }) => layer === 'store')).toEqual({
      layer: 'store',
      folders: ['audit', 'due', 'nodes', 'rows'],
      mutual: ['audit <-> due'],
      up: ['rows -> audit', 'audit -> due'],
      knot: ['rows', 'audit', 'due'],
    })
  })

  it('a dead file', () => {
    expect(problemsOf({ 'src/cli/main.ts': '', 'src/domain/left-over.ts': '' })).toEqual([
      'src/domain/left-over.ts: dead, nothing that runs imports it',
    ])
  })
})
