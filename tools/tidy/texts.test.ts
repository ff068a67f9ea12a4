import { expect, it } from 'vitest'
import { tidyRepositoryOfTexts } from './repository.ts'
import { houseWordTidyRule } from './texts.ts'

const GLOSSARY = `# Glossary

| \`Asked\` | label | a row of another table |

## Words in texts that people read

| Refused | As | Write |
| --- | --- | --- |
| \`Why\` | label | Reason |
| \`mend\`, \`mends\` | text | fix |
`

const problemsOf = (path: string, text: string, glossary = GLOSSARY): string[] =>
  houseWordTidyRule(tidyRepositoryOfTexts(new Map(Object.entries({ [path]: text, 'docs/glossary.md': glossary }))))

const problem = (place: string, refused: string, advice: string) => [
  `${place}: "${refused}" in a text that people read (docs/glossary.md): write ${advice}`,
]

it.each([
  ['a label of a component', 'dashboard/src/a.tsx', 'export const A = () => <Input label="Why" />\n', 'Why', 'Reason'],
  ['the text of a component', 'dashboard/src/a.tsx', 'export const A = () => <p>You can mend it.</p>\n', 'mend', 'fix'],
  ['a heading', 'dashboard/src/a.tsx', 'export const A = () => <h2>\u0020Why\u0020</h2>\n', 'Why', 'Reason'],
  ['a name of a column', 'src/cli/a.ts', "export const names = ['Why']\n", 'Why', 'Reason'],
  ['a mail', 'src/notifications/a.ts', "export const a = 'Mend the card.'\n", 'mend', 'fix'],
  ['a finding', 'src/app/diagnosis/a.ts', 'export const a = `This mends ${1} card`\n', 'mends', 'fix'],
  ['the end of a template', 'src/cli/a.ts', 'export const a = `${1} mends it`\n', 'mends', 'fix'],
])('tidy finds a refused word in %s', (_name, path, text, refused, advice) => {
  expect(problemsOf(path, text)).toEqual(problem(`${path}:1`, refused, advice))
})

it.each([
  ['a label that has more words', 'dashboard/src/a.tsx', 'export const A = () => <p>Why approval is needed</p>\n'],
  ['a template that begins with the word of a label', 'src/cli/a.ts', 'export const a = `Why ${1} is needed`\n'],
  ['another word with the same letters', 'src/cli/a.ts', "export const a = 'We recommend an amendment'\n"],
  ['the name of a module', 'src/cli/a.ts', "import './mend.ts'\n"],
  ['a comment', 'src/cli/a.ts', '/** It can mend a card. */\nexport const a = 1\n'],
  ['a folder whose texts people do not read', 'src/domain/a.ts', "export const a = 'Why'\n"],
  ['a test', 'src/cli/a.test.ts', "export const a = 'Why'\n"],
  ['a word of another table', 'src/cli/a.ts', "export const a = 'Asked'\n"],
])('tidy lets pass %s', (_name, path, text) => {
  expect(problemsOf(path, text)).toEqual([])
})
