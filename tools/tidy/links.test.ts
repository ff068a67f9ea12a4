import { expect, it } from 'vitest'
import { decisionNumberTidyRule } from './links.ts'
import { tidyRepositoryOfTexts } from './repository.ts'

it('refuses a decision with the number of another, and a title with another number', () => {
  const repository = tidyRepositoryOfTexts(
    new Map([
      ['docs/decisions/0001-one.md', '# 0001 One\n'],
      ['docs/decisions/0001-other.md', '# 0001 Other\n'],
      ['docs/decisions/0002-two.md', '# 0003 Two\n'],
    ]),
  )
  expect(decisionNumberTidyRule(repository)).toEqual([
    'docs/decisions/0001-other.md: another decision has the number 0001',
    'docs/decisions/0002-two.md: its title begins with # 0002',
  ])
})
