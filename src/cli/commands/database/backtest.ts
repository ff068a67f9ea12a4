import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { type Backtest, type BacktestPolicyBody, withNodeClient } from '../../remote/client.ts'
import { moneyText } from '../../terminal/money.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../../terminal/table.ts'

/**
 * How many milliseconds `purser backtest` waits for the answer. A backtest of a hundred thousand decisions takes seconds, and may have to
 * wait for another one.
 */
const TIMEOUT_MS = 60_000

export const backtestCommand: ShellCommand = {
  usage: 'purser backtest FILE',
  details: `The file has the JSON body of POST /policies/backtest: level (customer, agent or card) and id; the policy and limits that would
change, in the form of a PATCH; and from and to. Without these it covers the last 30 days. The command changes nothing.`,
  examples: ['purser backtest lower-limits.json'],
  words: ['FILE'],

  async run({ words: [file = ''], json, settings }) {
    const change = await readChange(file)
    const report = await withNodeClient(settings, (purser) => purser.policies.backtest(change), {
      timeoutMs: TIMEOUT_MS,
    })
    const screen = terminalScreenOf(process.stdout)
    printCommandAnswer({ json }, report, () => [
      ...summary(report),
      ...(report.byRule.length === 0 ? [] : ['', ...terminalTableLines(report.byRule, ruleColumns, screen)]),
      ...(report.examples.length === 0 ? [] : ['', ...terminalTableLines(report.examples, exampleColumns, screen)]),
    ])
  },
}

/** Reads the file with the policy to backtest. The node checks its content. */
async function readChange(file: string): Promise<BacktestPolicyBody> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`)
  })
  try {
    return JSON.parse(text) as BacktestPolicyBody
  } catch (error) {
    throw new OperatorError(`${file} is not JSON: ${(error as Error).message}`)
  }
}

function summary({ from, to, decisions, same, wouldDecline, wouldApprove, elsewhere, notes }: Backtest): string[] {
  const others = elsewhere.wouldDecline + elsewhere.wouldApprove
  return [
    `Of ${decisions} decisions from ${from} to ${to}, ${wouldDecline} would be declined and ${wouldApprove} approved; ${same} stay as they were.`,
    ...(others === 0 ? [] : [`By the caps that they share, ${others} of other cards would be decided otherwise, too.`]),
    ...notes.map(({ message }) => message),
  ]
}

const ruleColumns: TerminalTableColumn<Backtest['byRule'][number]>[] = [
  { title: 'rule', of: ({ rule }) => rule },
  { title: 'level', of: ({ level }) => level, whole: true },
  { title: 'code', of: ({ code }) => code, optional: true },
  { title: 'would decline', of: ({ wouldDecline }) => wouldDecline, right: true, whole: true },
  { title: 'would approve', of: ({ wouldApprove }) => wouldApprove, right: true, whole: true },
]

const exampleColumns: TerminalTableColumn<Backtest['examples'][number]>[] = [
  { title: 'transaction', of: ({ transactionId }) => transactionId, whole: true },
  { title: 'would', of: ({ would }) => would, whole: true },
  { title: 'amount', of: ({ amount, currency = 'USD' }) => moneyText(amount, currency), right: true, whole: true },
  { title: 'merchant', of: ({ merchant }) => merchant?.name, optional: true },
  { title: 'why', of: ({ reasons }) => reasons.map(({ message }) => message).join(' ') },
]
