import { administer } from '../../app/administration.ts'
import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { Command } from '../command.ts'

export const accounts: Command = {
  summary: 'Make another account and print its first admin key.',
  usage: 'purser accounts create <name>',

  async run({ words, settings }) {
    const [action, name, ...more] = words
    if (action !== 'create' || !name || more.length > 0) throw new OperatorError(`It is written: ${this.usage}`)
    const secret = await administer(settings, createLogger(settings.logLevel), (administration) =>
      administration.createAccount(name),
    )
    console.log(`Made the account ${JSON.stringify(name)}. Its admin API key, shown only now:`)
    console.log(secret)
  },
}
