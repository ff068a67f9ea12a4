import type { ShellCommand } from '../../command.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printableText } from '../../terminal/text.ts'
import { shownHashFlag } from './approve.ts'
import { printTextToStderr } from '../../terminal/print.ts'

export const rejectCommand: ShellCommand = {
  usage: 'purser reject apr_...|int_...|chg_...|sub_...|chl_... [--reason text] [--shown hash]',
  details:
    'It takes an API key of the role approver or admin. The id is that of an approval, its intent, a change request, a subscription or a challenge. On a terminal it shows what would be rejected, and asks. In either case it rejects what it has read, or what --shown names, and nothing else.',
  examples: ['purser reject apr_01kdvy2n7rj4t8w0q3m5x9zb6c --reason "Too expensive"'],
  flags: {
    reason: { type: 'string', value: 'text', description: 'The reason, which the agent sees.' },
    shown: shownHashFlag,
  },
  words: ['apr_...|int_...|chg_...|sub_...|chl_...'],

  async run({ words: [id = ''], flags, json, settings }) {
    const note = flags['reason'] === undefined ? undefined : String(flags['reason'])
    const { decideAtTerminal: decide } = await import('../../decision/decide.ts')
    const rejected = await decide({ flags, settings }, { verdict: 'reject', id, note })
    if (rejected === null) return printTextToStderr('Nothing was decided.')
    const { answer, most } = rejected
    printCommandAnswer({ json }, answer, () => [printableText(`Rejected ${most} (${answer.id}).`)])
  },
}
