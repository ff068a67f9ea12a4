import type { CommandFlag, CommandInvocation, ShellCommand } from '../../command.ts'
import { printTextToStderr } from '../../terminal/print.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printableText } from '../../terminal/text.ts'

const IDS = 'apr_...|int_...|chg_...|sub_...|chl_...'
const WHO =
  'It takes an API key of the role approver or admin. The id is that of an approval, its intent, a change request, a subscription or a challenge.'

const shown: CommandFlag = {
  type: 'string',
  value: 'hash',
  description: 'The subjectHash of what you have seen: the command then asks nothing, and decides about nothing else.',
}

export const approveCommand: ShellCommand = {
  usage: `purser approve ${IDS} [--note text] [--valid-minutes n] [--shown hash]`,
  details: `${WHO} On a terminal it shows what would be approved, and asks. In either case it approves what it has read, or what --shown names, and nothing else: exit code 2 with what has changed. Approving a change request makes the change.`,
  examples: ['purser approve apr_01kdvy2n7rj4t8w0q3m5x9zb6c --note "As agreed"'],
  flags: {
    note: { type: 'string', value: 'text', description: 'A note that is kept with the decision.' },
    'valid-minutes': {
      type: 'string',
      value: '240',
      description: 'How many minutes from now on the purchase of an intent can be made, up to 1440.',
    },
    shown,
  },
  words: [IDS],

  async run(invocation) {
    const approved = await madeDecision(invocation, 'approve', invocation.flags['note'])
    if (approved === null) return
    const { answer, most, lines } = approved
    const what = 'purpose' in answer ? `: ${answer.purpose}` : 'why' in answer ? `: ${answer.why}` : ''
    const { intentPayabilityInWords } = await import('../../decision/payment.ts')
    const payment = 'ttlMinutes' in answer ? ` ${intentPayabilityInWords(answer)}` : ''
    printCommandAnswer(invocation, answer, () =>
      [`Approved ${most} (${answer.id})${what}.${payment}`, ...lines].map(printableText),
    )
  },
}

export const rejectCommand: ShellCommand = {
  usage: `purser reject ${IDS} [--reason text] [--shown hash]`,
  details: `${WHO} On a terminal it shows what would be rejected, and asks. In either case it rejects what it has read, or what --shown names, and nothing else.`,
  examples: ['purser reject apr_01kdvy2n7rj4t8w0q3m5x9zb6c --reason "Too expensive"'],
  flags: { reason: { type: 'string', value: 'text', description: 'The reason, which the agent sees.' }, shown },
  words: [IDS],

  async run(invocation) {
    const rejected = await madeDecision(invocation, 'reject', invocation.flags['reason'])
    if (rejected === null) return
    const { answer, most } = rejected
    printCommandAnswer(invocation, answer, () => [printableText(`Rejected ${most} (${answer.id}).`)])
  },
}

/** Lets a person decide about the request with the given id, and says so where nothing was decided. */
async function madeDecision(
  { words: [id = ''], flags, settings }: CommandInvocation,
  verdict: 'approve' | 'reject',
  said: CommandInvocation['flags'][string],
) {
  const { decideAtTerminal } = await import('../../decision/decide.ts')
  const note = said === undefined ? undefined : String(said)
  const decision = await decideAtTerminal({ flags, settings }, { verdict, id, note })
  if (decision === null) printTextToStderr('Nothing was decided.')
  return decision
}
