import { expect, it } from 'vitest'
import { commentTidyRule } from './comments.ts'
import { glossaryTidyRule } from './glossary.ts'
import { tidyRepositoryOfTexts } from './repository.ts'

const problemsOf = (path: string, text: string): string[] => {
  const repository = tidyRepositoryOfTexts(new Map([[path, text]]))
  return [...glossaryTidyRule(repository), ...commentTidyRule(repository)]
}

/** The text of a comment. The rule reads this file, too, so comments are put together here. */
const comment = (text: string, [begin, end]: readonly [string, string] = ['/** ', ' */']) => `${begin}${text}${end}`

/** Files with a name or a comment, and the problem that tidy must find in each. Null: it must find none. */
const planted: readonly (readonly [name: string, path: string, text: string, problem: string | null])[] = [
  [
    'a word of the glossary with another meaning',
    'src/webhooks/a.ts',
    'export interface Told {}\n',
    'src/webhooks/a.ts:1: Told: "told" has one meaning (docs/glossary.md): the event, the notification',
  ],
  ['a word of the glossary with its meaning', 'src/domain/spend/b.ts', 'export const held = 1\n', null],
  [
    'a word of the glossary with another meaning, in a component',
    'dashboard/src/a.tsx',
    'export const Standing = () => <p />\n',
    'dashboard/src/a.tsx:1: Standing: "standing" has one meaning (docs/glossary.md): the status',
  ],
  [
    'a comment without its subject',
    'bench/a.ts',
    `${comment('What is left.')}\nexport const left = 1\n`,
    'bench/a.ts:1: a comment begins with "What": name its subject first',
  ],
  [
    'a comment without its subject, on its second line',
    'examples/a.ts',
    `${comment('Who asks, and when.', ['/**\n * ', '\n */'])}\nexport const by = 1\n`,
    'examples/a.ts:2: a comment begins with "Who": name its subject first',
  ],
  [
    'a comment without its subject, within a component',
    'dashboard/src/a.tsx',
    `export const A = () => <p>{${comment('Where it is narrow.', ['/* ', ' */'])}}</p>\n`,
    'dashboard/src/a.tsx:1: a comment begins with "Where": name its subject first',
  ],
  [
    'a comment without its subject, behind code',
    'test/support/a.ts',
    `export const a = 1 ${comment('Of both', ['// ', ''])}\n`,
    'test/support/a.ts:1: a comment begins with "Of": name its subject first',
  ],
  [
    'a comment whose second line begins so',
    'tools/a.ts',
    `// The page is\n${comment('What it says.', ['// ', ''])}\nexport const a = 1\n`,
    null,
  ],
]

it.each(planted)('%s', (_, path, text, problem) => {
  expect(problemsOf(path, text)).toEqual(problem === null ? [] : [problem])
})
