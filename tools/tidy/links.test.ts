import { expect, it } from 'vitest'
import { decisionRule } from './links.ts'
import { repositoryOf } from './repository.ts'

it('refuses a decision with the number of another, and a title with another number', () => {
  const repository = repositoryOf(
    new Map([
      ['docs/decisions/0001-one.md', '# 0001 One\n'],
      ['docs/decisions/0001-other.md', '# 0001 Other\n'],
      ['docs/decisions/0002-two.md', '# 0003 Two\n'],
    ]),
  )
  expect(decisionRule(repository)).toEqual([
    'docs/decisions/0001-other.md: another decision has the number 0001',
    'docs/decisions/0002-two.md: its title begins with # 0002',
  ])
})
