import { OperatorError } from '../../app/operator-error.ts'
import { CommandError } from '../command-error.ts'
import type { CommandInvocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Purser, PurserError, withNodeClient } from '../remote/client.ts'
import { isConfirmedAtTerminal } from '../terminal/ask.ts'
import { padTextToTerminalWidth, printableText } from '../terminal/text.ts'
import { readShellWaitingRequest, type ShellWaitingRequest } from './waiting.ts'
import { printTextToStderr } from '../terminal/print.ts'

interface Deciding {
  readonly verdict: 'approve' | 'reject'
  readonly id: string
  readonly note: string | undefined
}

/**
 * Lets a person decide about a request that waits, and about nothing else than was shown: it prints the subject, asks on a terminal, and
 * sends the hash of the subject that it has printed. Null: the person said no.
 */
export const decideAtTerminal = (
  { flags, settings }: Pick<CommandInvocation, 'flags' | 'settings'>,
  deciding: Deciding,
): Promise<ShellWaitingRequest | null> =>
  withNodeClient(settings, async (purser) => {
    const before = await readShellWaitingRequest(purser, deciding.id)
    const given = flags['shown'] === undefined ? undefined : String(flags['shown'])
    const validMinutes = validMinutesIn(flags, before)
    if (given === undefined && !(await isMeant(before, deciding))) return null
    const shown = given ?? before.answer.subjectHash
    const { note } = deciding
    const said = {
      ...(shown === undefined ? {} : { shown }),
      ...(note === undefined ? {} : { note }),
      ...(validMinutes === undefined ? {} : { validMinutes }),
    }
    try {
      const answer = await (deciding.verdict === 'approve' ? before.approve(said) : before.reject(said))
      return { ...before, answer }
    } catch (error) {
      if (!(error instanceof PurserError) || error.code !== 'subject_changed') throw error
      throw await changed(purser, { before, deciding, isGiven: given !== undefined, error })
    }
  })

function validMinutesIn(flags: CommandInvocation['flags'], { answer }: ShellWaitingRequest): number | undefined {
  const given = flags['valid-minutes']
  if (given === undefined) return undefined
  if (!('ttlMinutes' in answer))
    throw new OperatorError('--valid-minutes is for intents: other requests have no such time.')
  if (!/^[0-9]{1,4}$/.test(String(given))) throw new OperatorError('--valid-minutes is a whole number from 1 to 1440.')
  return Number(given)
}

/** Shows the subject of a decision, and asks the person at a terminal to confirm. A script is not asked, because it has named the id. */
async function isMeant(waiting: ShellWaitingRequest, { verdict }: Deciding): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY || waiting.answer.subjectHash === undefined) return true
  printTextToStderr(linesOf(waiting).join('\n'))
  return isConfirmedAtTerminal(`${verdict === 'approve' ? 'Approve' : 'Reject'} ${printableText(waiting.most)}?`)
}

function linesOf({ facts, lines }: ShellWaitingRequest): string[] {
  const width = Math.max(...facts.map(([name]) => name.length))
  return [...facts.map(([name, value]) => `${padTextToTerminalWidth(name, width)}  ${value}`), ...lines].map(
    printableText,
  )
}

interface Change {
  readonly before: ShellWaitingRequest
  readonly deciding: Deciding
  /** Whether `--shown` gave the hash of the subject, so that the person has seen the subject elsewhere. */
  readonly isGiven: boolean
  readonly error: PurserError
}

/**
 * Makes the error for a decision whose subject has changed since the person saw it. It lists the fields that differ where this command
 * showed the subject.
 */
async function changed(purser: Purser, { before, deciding, isGiven, error }: Change): Promise<CommandError> {
  const now = await readShellWaitingRequest(purser, deciding.id)
  const fields = isGiven ? [] : changedFieldLines(before.answer, now.answer)
  const lines = [
    'Nothing was decided: there is something else to decide about than what was shown.',
    ...fields.map(printableText),
    'Now it is:',
    ...linesOf(now),
    `To decide about this, pass --shown ${now.answer.subjectHash ?? '...'}`,
  ]
  const { code, message, details } = error
  return new CommandError(lines.join('\n'), exitCodes.refused, { code, message, details })
}

/** Fields of an answer that are not part of the subject that a person decides about. */
const BESIDE: ReadonlySet<string> = new Set([
  'subjectHash',
  'status',
  'secondsLeft',
  'approvalUrl',
  'expiresAt',
  'customerName',
  'agentName',
  'cardLabel',
  'warnings',
])

/** A line for each field in which two answers about the same object differ: `purpose: "Chairs" -> "A lamp"`. */
export function changedFieldLines(before: object, after: object): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !BESIDE.has(name))
    .map((name) => [name, JSON.stringify(old.get(name) ?? null), JSON.stringify(now.get(name) ?? null)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `  ${name}: ${was} -> ${is}`)
}
