import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { verifyHistory } from '../../app/verify-history.ts'
import type { Command } from '../command.ts'

const MOST_PRINTED = 100

export const verify: Command = {
  summary: 'Make every stored decision again and compare it, its events and all sums. Exit code 1 where they differ.',
  usage: `purser verify [--customer cust_...]
Reads only, also beside a running service. Each difference is a line:
  <customer> #<place in its journal> <id>: <what>: stored <value>, replayed <value>`,
  flags: { customer: { type: 'string' } },

  async run({ words, flags, settings }) {
    if (words.length > 0) throw new OperatorError(`It is written:\n${this.usage}`)
    let printed = 0
    const { customers, entries, differences } = await verifyHistory({
      settings,
      logger: createLogger(settings.logLevel),
      customerId: flags['customer'] === undefined ? undefined : String(flags['customer']),
      onDifference: (line) => {
        if (printed < MOST_PRINTED) console.log(line)
        printed += 1
      },
      onProgress: (done) => console.error(`${done} decisions and steps replayed`),
    })
    if (flags['customer'] !== undefined && customers === 0) {
      throw new OperatorError(`There is no customer ${String(flags['customer'])}.`)
    }
    if (printed > MOST_PRINTED) console.log(`... and ${printed - MOST_PRINTED} more`)
    console.log(`${entries} decisions and steps of ${customers} customers replayed, ${differences} differences.`)
    if (differences > 0) process.exitCode = 1
  },
}
