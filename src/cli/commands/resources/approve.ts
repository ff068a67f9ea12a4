import type { ShellCommand, CommandFlag } from '../../command.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printableText } from '../../terminal/text.ts'
import { printTextToStderr } from '../../terminal/print.ts'

export const shownHashFlag: CommandFlag = {
  type: 'string',
  value: 'hash',
  description: 'The subjectHash of what you have seen: the command then asks nothing, and decides about nothing else.',
}

export const approveCommand: ShellCommand = {
  usage: 'purser approve apr_...|int_...|chg_...|sub_...|chl_... [--note text] [--shown hash]',
  details:
    'It takes an API key of the role approver or admin. The id is that of an approval, its intent, a change request, a subscription or a challenge. On a terminal it shows what would be approved, and asks. In either case it approves what it has read, or what --shown names, and nothing else: exit code 2 with what has changed. Approving a change request makes the change.',
  examples: ['purser approve apr_01kdvy2n7rj4t8w0q3m5x9zb6c --note "As agreed"'],
  flags: {
    note: { type: 'string', value: 'text', description: 'A note that is kept with the decision.' },
    shown: shownHashFlag,
  },
  words: ['apr_...|int_...|chg_...|sub_...|chl_...'],

  async run({ words: [id = ''], flags, json, settings }) {
    const note = flags['note'] === undefined ? undefined : String(flags['note'])
    const { decideAtTerminal: decide } = await import('../../decision/decide.ts')
    const approved = await decide({ flags, settings }, { verdict: 'approve', id, note })
    if (approved === null) return printTextToStderr('Nothing was decided.')
    const { answer, most, lines } = approved
    const what = 'purpose' in answer ? `: ${answer.purpose}` : 'why' in answer ? `: ${answer.why}` : ''
    const { intentPayabilityInWords } = await import('../../decision/payment.ts')
    const payment = 'ttlMinutes' in answer ? ` ${intentPayabilityInWords(answer)}` : ''
    printCommandAnswer({ json }, answer, () =>
      [`Approved ${most} (${answer.id})${what}.${payment}`, ...lines].map(printableText),
    )
  },
}
