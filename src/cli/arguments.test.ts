import { describe, expect, it } from 'vitest'
import { chosenCommandAction, readShellArguments } from './arguments.ts'
import type { ShellCommand } from './command.ts'
import { commandWithActions } from './with-actions.ts'

const run = () => Promise.resolve()
const list = {
  summary: 'List cards.',
  usage: 'purser cards list',
  examples: ['purser cards list'],
  flags: { customer: { type: 'string', value: 'cust_...' }, all: { type: 'boolean' } },
  run,
} as const
const freeze = {
  summary: 'Freeze a card.',
  usage: 'purser cards freeze card_...',
  examples: [],
  words: ['card_...'],
  run,
} as const
const cards: ShellCommand = commandWithActions({ list, freeze })

function outcomeOf(args: string[]): unknown {
  try {
    const chosen = chosenCommandAction({ name: 'cards', summary: 'Cards.', command: cards, args })
    const { words, flags } = readShellArguments(chosen)
    return { name: chosen.name, words, flags: { ...flags } }
  } catch (error) {
    return (error as Error).message
  }
}

describe('the arguments of a command', () => {
  it.each([
    [
      ['list', '--customer', 'cust_1', '--all'],
      { name: 'cards list', words: [], flags: { customer: 'cust_1', all: true } },
    ],
    [['--json', 'list'], { name: 'cards list', words: [], flags: { json: true } }],
    [['--customer', 'cust_1', 'list'], { name: 'cards list', words: [], flags: { customer: 'cust_1' } }],
    [['list', '--customer=-1'], { name: 'cards list', words: [], flags: { customer: '-1' } }],
    [['freeze', 'card_1', '--port', '80'], { name: 'cards freeze', words: ['card_1'], flags: { port: '80' } }],
    [['--help'], { name: 'cards', words: [], flags: { help: true } }],
    [['freeze', '-h'], { name: 'cards freeze', words: [], flags: { help: true } }],
  ])('of purser cards %j are read', (args, expected) => {
    expect(outcomeOf(args)).toEqual(expected)
  })

  it.each([
    [[], 'purser cards needs one of these words: list, freeze.'],
    [['ls'], 'There is no "purser cards ls". Did you mean "purser cards list"?'],
    [['frieze', 'card_1'], 'There is no "purser cards frieze". Did you mean "purser cards freeze"?'],
    [['xyz'], 'There is no "purser cards xyz". There is:\npurser cards list\npurser cards freeze card_...'],
    [['list', '--customr', 'x'], 'purser cards list has no flag --customr. Did you mean --customer?'],
    [['list', '--customerId', 'x'], 'Did you mean --customer?'],
    [['list', '--data-dirr', 'x'], 'Did you mean --data-dir?'],
    [['list', '--rate-limt', 'x'], 'Did you mean --rate-limit? That is a setting: purser help settings explains it.'],
    [['list', '--qqqqqq'], 'purser cards list has no flag --qqqqqq. Its flags: --customer, --all.'],
    [['list', '-x'], 'purser cards list has no flag -x.'],
    [['list', '--customer'], '--customer needs a value: --customer cust_...'],
    [['list', '--customer', '--all'], 'A value that begins with a dash is written --customer=--all'],
    [['list', '--all=yes'], '--all takes no value, and was given "yes".'],
    [['list', '--customer', 'a', '--customer', 'b'], '--customer was given twice.'],
    [['list', 'more'], 'purser cards list takes no words, and was given "more"'],
    [['freeze'], 'purser cards freeze needs card_... after it.'],
    [['freeze', ''], 'card_... is empty. Is a variable of your shell not set?'],
    [['freeze', 'card_1', 'card_2'], '"card_2" is one word too many.'],
    [['toString'], 'There is no "purser cards toString".'],
    [['list', '--constructor', 'x'], 'has no flag --constructor'],
  ])('of purser cards %j are refused, and the message names what is wrong', (args, message) => {
    expect(outcomeOf(args)).toContain(message)
  })
})
