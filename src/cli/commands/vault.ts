import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { rotateKeys } from '../../app/rotate-keys.ts'
import type { Command } from '../command.ts'

export const vault: Command = {
  summary: 'Put all card numbers under a new master key, while the service runs.',
  usage: `purser vault rotate [--hash-key]
With PURSER_MASTER_KEY: first restart every node with PURSER_MASTER_KEY=<new>,<old>, then rotate with the same value.
--hash-key: also renew the key that numbers are found by.`,
  flags: { 'hash-key': { type: 'boolean' } },

  async run({ words, flags, settings }) {
    if (words.join(' ') !== 'rotate') throw new OperatorError(`It is written:\n${this.usage}`)
    const report = await rotateKeys({
      settings,
      logger: createLogger(settings.logLevel),
      hashKey: flags['hash-key'] === true,
      onProgress: (renewedCards) => console.error(`${renewedCards} cards renewed`),
    })
    console.log(`${report.renewedCards} cards renewed. They are under the master key ${report.masterKeyId} now.`)
    if (report.remainingCards > 0) {
      console.log(
        `${report.remainingCards} cards are still under older keys: a node uses them. Restart it, then rotate again.`,
      )
      process.exitCode = 1
    }
  },
}
