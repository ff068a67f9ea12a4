import { expect, it } from 'vitest'
import { tidyRepositoryOfTexts } from './repository.ts'
import { sharedNameTidyRule } from './shared-names.ts'

/** Declarations of a file in which the name `read` is exported. */
const kinds = {
  'an interface': 'export interface read {}',
  'a type': 'export type read = string',
  'a class': 'export class read {}',
  'an abstract class': 'export abstract class read {}',
  'a function': 'export function read() {}',
  'an async function': 'export async function read() {}',
  'a generator': 'export function* read() {}',
  'a constant': 'export const read = 1',
  'the second constant of a statement': 'export const one = 1, read = 2',
  'a part of an object': 'export const { read } = {}',
  'a renamed part of a list in an object': 'export const { one: [, read] } = {}',
}

const problemsOf = (files: Record<string, string>): string[] =>
  sharedNameTidyRule(tidyRepositoryOfTexts(new Map(Object.entries(files))))

it.each(Object.entries(kinds))('refuses %s with the name of a constant of another file', (_, text) => {
  expect(problemsOf({ 'src/domain/a.ts': 'export const read = 1\n', 'src/engine/b.ts': `\n${text}\n` })).toEqual([
    'src/engine/b.ts:2: src/domain/a.ts exports read, too',
  ])
})

it('takes a schema and its type in one file, names that are not exported, and names of tests', () => {
  expect(
    problemsOf({
      'src/contract/a.ts': 'export const Card = 1\nexport type Card = typeof Card\n',
      'src/domain/b.ts': 'const Card = 2\n',
      'src/domain/b.test.ts': 'export const Card = 3\n',
      'tools/c.ts': 'export const Card = 4\n',
    }),
  ).toEqual([])
})
