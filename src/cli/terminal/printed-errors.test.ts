import { afterEach, expect, it, vi } from 'vitest'
import { OperatorError } from '../../app/operator-error.ts'
import { accountOfCommand } from '../account-of.ts'
import { printCommandError } from '../command-error.ts'

afterEach(() => vi.restoreAllMocks())

it('an error quotes what others wrote without what moves a terminal, line by line', () => {
  const shown: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text: string) => void shown.push(text))
  const accounts = [
    { id: 'acct_1', name: 'x\u001b]0;owned\u0007\u001b[2J' },
    { id: 'acct_2', name: 'y\u009b2J\u202e' },
  ]
  try {
    accountOfCommand(accounts, undefined)
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    printCommandError(error, false)
  }
  expect(shown).toEqual([
    'purser: Which account? Give --account with one of:\n  acct_1  x\ufffd]0;owned\ufffd\ufffd[2J\n  acct_2  y\ufffd2J\ufffd',
  ])
})
