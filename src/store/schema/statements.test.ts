import { describe, expect, it } from 'vitest'
import { migrationFiles } from './migration-files.ts'
import { migrationStatements } from './statements.ts'

describe('the statements of a file', () => {
  it.each<[string, string, string[]]>([
    ['one', 'select 1', ['select 1']],
    ['several', 'select 1; select 2;', ['select 1;', ' select 2;']],
    ['comments before, between and behind', '-- a; b\nselect 1; -- c;\n/* d; */', ['-- a; b\nselect 1;']],
    ['a semicolon in a text', `select 'a;''b;'; select 2`, [`select 'a;''b;';`, ' select 2']],
    ['a semicolon in a name', 'select 1 as "a;b"; select 2', ['select 1 as "a;b";', ' select 2']],
    ['a body between dollars', 'create $$ a; b; $$; select 1', ['create $$ a; b; $$;', ' select 1']],
    ['a body between named dollars', 'do $x$ a $$;$$ b; $x$; select 1', ['do $x$ a $$;$$ b; $x$;', ' select 1']],
    ['an apostrophe in a comment', `-- it's\nselect 1; select 2`, [`-- it's\nselect 1;`, ' select 2']],
    ['nothing', ' -- nothing\n', []],
  ])('are found: %s', (_what, text, statements) => {
    expect(migrationStatements(text)).toEqual(statements)
  })

  it.each(migrationFiles().map((file) => [file.name, file.text] as const))(
    'of %s are the whole file',
    (_name, text) => {
      const statements = migrationStatements(text)
      expect(text.startsWith(statements.join(''))).toBe(true)
      for (const statement of statements) expect(statement.trimEnd()).toMatch(/;$/)
    },
  )
})
