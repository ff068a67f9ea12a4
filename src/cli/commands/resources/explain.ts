import type { ShellCommand } from '../../command.ts'
import { explanationLines } from '../../explain/explanation.ts'
import { withNode } from '../../remote/client.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'

export const explainCommand: ShellCommand = {
  usage: 'purser explain txn_...',
  details:
    'Each line is a rule, in the order in which they were asked: ✓ passed; ✗ failed, with what would help; · not asked, because\n' +
    'no level sets it.',
  examples: ['purser explain txn_01kdvy2n7rj4t8w0q3m5x9zb6c'],
  words: ['txn_...'],

  async run({ words: [id = ''], json, settings }) {
    const transaction = await withNode(settings, (purser) => purser.transactions.get(id))
    showAnswer({ json }, transaction, () => explanationLines(transaction, screenOfStream(process.stdout)))
  },
}
