import type { Transaction } from '../../contract/resources/transactions.ts'
import type { DecisionTraceEntry, Reason } from '../../contract/decisions.ts'
import { moneyText } from '../terminal/money.ts'
import type { TerminalScreen } from '../terminal/screen.ts'
import { type TerminalTableColumn, terminalTableLines } from '../terminal/table.ts'
import { printableText, wrapText } from '../terminal/text.ts'
import { type RuleLadderStep, ruleLadderStepsOfDecision } from './ladder-steps.ts'

export type ExplainedTransaction = Transaction & { readonly trace: readonly DecisionTraceEntry[] }

const SIGNS = { passed: '✓', failed: '✗', skipped: '·' } as const
const RAIL = '  │   │  '
/** The most characters of a line of prose in the output of `purser explain`, however wide the terminal is. */
const MOST_WIDTH = 110
const AMOUNTS = /^(?:limits\.|maxAmount$|ledger$)/

/**
 * Draws the ladder of one decision: every rule with the values that it compared, and the remedy where it failed. Signs say the same as the
 * colours, for output without colours.
 */
export function decisionExplanationLines(transaction: ExplainedTransaction, screen: TerminalScreen): string[] {
  const width = Math.min(screen.width, MOST_WIDTH)
  return [
    ...heading(transaction, screen, width),
    '',
    ...ruleLadderLines(transaction, screen),
    '',
    ...outcome(transaction, screen, width),
  ]
}

/** The rules of a decision, each on a line, with the remedy of a rule that failed. */
export function ruleLadderLines(
  { trace, reasons, currency }: Pick<ExplainedTransaction, 'trace' | 'reasons' | 'currency'>,
  screen: TerminalScreen,
): string[] {
  const steps = ruleLadderStepsOfDecision(trace, reasons)
  const width = Math.min(screen.width, MOST_WIDTH)
  const asked = terminalTableLines(trace, columnsOf(currency), { ...screen, width: width - RAIL.length }).slice(1)
  const fitsOneLine = asked.length === trace.length
  let next = 0
  const draw = (step: RuleLadderStep): string[] => {
    if (step.kind === 'skipped') return skipped(step.codes, screen, width)
    const [line = '', ...more] = fitsOneLine ? [asked[next] ?? ''] : inWords(step.entry, currency, width)
    next += 1
    const sign = screen.paint(step.kind === 'passed' ? 'green' : 'red', SIGNS[step.kind])
    const advice = step.kind === 'failed' && step.reason ? declineReasonLines(step.reason) : []
    return [
      `  ├─${sign}─┤  ${line}`,
      ...more.map((each) => RAIL + each),
      ...advice.flatMap((text) => beside(text, width)),
    ]
  }
  return steps.flatMap(draw)
}

/** The lines about a decline reason: its message, the nearest listed shop where the message does not name it, and the remedy. */
export const declineReasonLines = ({ message, nearestShop, remedy }: Reason): string[] => [
  message,
  ...(nearestShop === undefined || message.includes(nearestShop) ? [] : [`The nearest listed shop: ${nearestShop}`]),
  `→ ${remedy}`,
]

const kinds = { authorization: 'authorization', force_capture: 'forced capture', credit: 'credit' } as const

function heading(transaction: Transaction, screen: TerminalScreen, width: number): string[] {
  const { id, status, type, amount, currency, merchant, createdAt } = transaction
  const at = [merchant.name ?? 'a merchant without a name', merchant.mcc].filter(Boolean).join(', ')
  const { cardId, agentId, customerId, intentId } = transaction
  const whose = [cardId, agentId, customerId, intentId].filter((each) => each != null)
  const isCheck = type === 'authorization' && amount === 0
  return [
    `${screen.paint('bold', id)}  ${isCheck ? 'check of the card, which moves no money' : kinds[type]}, ${status}`,
    ...wrapText(`${moneyText(amount, currency)} at ${printableText(at)}, ${createdAt}`, width),
    ...whose.map((each) => screen.paint('dim', `  ${each}`)),
  ]
}

const columnsOf = (currency: string): TerminalTableColumn<DecisionTraceEntry>[] => [
  {
    title: 'result',
    of: ({ passed, liftedBy }) => (liftedBy !== undefined ? 'LIFTED' : passed ? 'passed' : 'FAILED'),
    whole: true,
  },
  { title: 'rule', of: ruleName },
  { title: 'level', of: ({ level }) => level, whole: true },
  { title: 'observed', of: (entry) => measure(entry, entry.observed, currency) },
  { title: 'limit', of: (entry) => limitOf(entry, currency) },
]

/** Names for the two rules that read the status of a card: one asks whether it is frozen, the other whether it is closed. */
const namesOfTwins: Readonly<Partial<Record<DecisionTraceEntry['code'], string>>> = {
  card_frozen: 'status: not frozen',
  card_closed: 'status: not closed',
}

const ruleName = ({ rule, code }: DecisionTraceEntry): string => namesOfTwins[code] ?? rule

function limitOf(entry: DecisionTraceEntry, currency: string): string {
  const limit = measure(entry, entry.limit, currency)
  return limit === '' ? '' : `limit ${limit}`
}

/** An entry of the trace as prose, for a terminal too narrow for columns. */
function inWords(entry: DecisionTraceEntry, currency: string, width: number): string[] {
  const texts = columnsOf(currency).map(({ of }) => printableText(String(of(entry) ?? '')))
  return wrapText(texts.filter((text) => text !== '').join(' '), width - RAIL.length)
}

function measure({ rule }: DecisionTraceEntry, value: DecisionTraceEntry['limit'], currency: string): string {
  if (value === undefined) return ''
  if (typeof value === 'number' && AMOUNTS.test(rule)) return moneyText(value, currency)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const beside = (text: string, width: number): string[] =>
  wrapText(printableText(text), width - RAIL.length).map((line) => `${RAIL}${line}`)

function skipped(codes: readonly string[], screen: TerminalScreen, width: number): string[] {
  const [first = '', ...more] = wrapText(`not asked: ${codes.join(', ')}`, width - RAIL.length)
  return [
    `  ├─${SIGNS.skipped}─┤  ${screen.paint('dim', first)}`,
    ...more.map((line) => `${RAIL}${screen.paint('dim', line)}`),
  ]
}

function outcome({ decision, trace, flags }: ExplainedTransaction, screen: TerminalScreen, width: number): string[] {
  const failed = trace.filter(({ passed }) => !passed).length
  const raised = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
  const verdict =
    decision === 'approve'
      ? screen.paint('green', `${SIGNS.passed} Approved: all ${trace.length} rules that were asked passed.`)
      : screen.paint('red', `${SIGNS.failed} Declined: ${failed} of ${trace.length} rules that were asked failed.`)
  return [verdict, ...(raised.length === 0 ? [] : wrapText(`Flags: ${raised.join(', ')}`, width))]
}
