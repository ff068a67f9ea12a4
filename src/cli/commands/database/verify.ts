import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printText } from '../../terminal/print.ts'

const MOST_PRINTED = 100

export const verifyCommand: ShellCommand = {
  usage: 'purser verify [--customer cust_...]',
  details: `It only reads, and works also beside a running service. purser status shows the last run over all customers. The exit code is 1 if
anything differs, and 3 if shards of a Citus cluster kept moving. Each difference is a line:
  <customer> #<place in its journal> <id>: <what>: stored <value>, replayed <value>`,
  examples: ['purser verify'],
  flags: { customer: { type: 'string', value: 'cust_...', description: 'Only this customer.' } },

  async run({ flags, json, settings }) {
    const customerId = flags['customer'] === undefined ? undefined : String(flags['customer'])
    const progress = shellCommandProgress('decisions and steps replayed', terminalScreenOf(process.stderr))
    const printed: string[] = []
    const { verifyDecisionHistory: verifyHistory } = await import('../../../app/administration/verify-history.ts')
    const verified = await verifyHistory({
      settings,
      logger: await commandLogger(settings),
      customerId,
      onDifference: (line) => {
        if (printed.length >= MOST_PRINTED) return
        printed.push(line)
        progress.end()
        if (!json) printText(line)
      },
      onProgress: (done, all) => progress.at(done, all),
    }).finally(() => progress.end())
    const { customers, entries, differences } = verified
    if (customerId !== undefined && customers === 0) throw new OperatorError(`There is no customer ${customerId}.`)
    printCommandAnswer({ json }, { ...verified, firstDifferences: printed }, () => [
      ...(differences > MOST_PRINTED ? [`... and ${differences - MOST_PRINTED} more`] : []),
      `${entries} decisions and steps of ${customers} customers replayed, ${differences} differences.`,
    ])
    if (differences > 0) process.exitCode = exitCodes.failed
  },
}
