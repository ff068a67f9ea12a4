import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { rotateKeys } from '../../app/rotate-keys.ts'
import type { Command } from '../command.ts'

export const vault: Command = {
  summary: 'Put all card numbers under a new master key, while the service runs.',
  usage: `purser vault rotate [--hash-key] [--reencrypt] [--retire]
With PURSER_MASTER_KEY: first restart every node with PURSER_MASTER_KEY=<new>,<old>, then rotate with the same value.
--hash-key: also renew the key that numbers are found by.
--reencrypt: also make new data keys, and seal every number anew.
--retire: also remove older master keys from the generated key file, once nothing needs them.`,
  flags: { 'hash-key': { type: 'boolean' }, reencrypt: { type: 'boolean' }, retire: { type: 'boolean' } },

  async run({ words, flags, settings }) {
    if (words.join(' ') !== 'rotate') throw new OperatorError(`It is written:\n${this.usage}`)
    const report = await rotateKeys({
      settings,
      logger: createLogger(settings.logLevel),
      hashKey: flags['hash-key'] === true,
      reencrypt: flags['reencrypt'] === true,
      retire: flags['retire'] === true,
      onProgress: (renewedCards) => console.error(`${renewedCards} cards renewed`),
    })
    console.log(`${report.renewedCards} cards renewed. They are under the master key ${report.masterKeyId} now.`)
    for (const id of report.retiredKeys) {
      console.log(
        report.isKeptByOperator
          ? `Nothing needs the master key ${id} any more: take it away from every node.`
          : `Removed the master key ${id}. Backups from before need it.`,
      )
    }
    if (report.remainingCards > 0) {
      console.log(
        `${report.remainingCards} cards are still under older keys: a node uses them. Restart it, then rotate again.`,
      )
      process.exitCode = 1
    }
  },
}
