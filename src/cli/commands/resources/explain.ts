import type { ShellCommand } from '../../command.ts'
import { decisionExplanationLines } from '../../explain/explanation.ts'
import { withNodeClient } from '../../remote/client.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const explainCommand: ShellCommand = {
  usage: 'purser explain txn_...',
  details:
    'Each line is a rule, in the order in which they were asked: ✓ passed; ✗ failed, with what would help; · not asked, because\n' +
    'no level sets it.',
  examples: ['purser explain txn_01kdvy2n7rj4t8w0q3m5x9zb6c'],
  words: ['txn_...'],

  async run({ words: [id = ''], json, settings }) {
    const transaction = await withNodeClient(settings, (purser) => purser.transactions.get(id))
    printCommandAnswer({ json }, transaction, () =>
      decisionExplanationLines(transaction, terminalScreenOf(process.stdout)),
    )
  },
}
