import { expect, it } from 'vitest'
import { shellCommandNames } from './commands.ts'
import { mostLikelyWord } from './did-you-mean.ts'

it.each([
  ['strat', 'start'],
  ['card', 'cards'],
  ['customer', 'customers'],
  ['transaction', 'transactions'],
  ['webook', 'webhooks'],
  ['serve', 'start'],
  ['users', 'people'],
  ['simulate', 'evaluate'],
  ['unfreez', 'unfreeze'],
  ['qqqq', null],
  ['x', null],
  ['constructor', null],
])('of the commands, %s means %s', (unknown, meant) => {
  expect(mostLikelyWord(unknown, shellCommandNames)).toBe(meant)
})

it.each([
  ['ls', 'list'],
  ['new', 'create'],
  ['edit', 'update'],
  ['show', 'get'],
  ['rm', null],
])('of the words list, get, create, update, the word %s means %s', (unknown, meant) => {
  expect(mostLikelyWord(unknown, ['list', 'get', 'create', 'update'])).toBe(meant)
})
