import type { KeyRotationReport } from '../../../app/administration/rotate-keys.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { commandWithActions } from '../../with-actions.ts'

export const vaultCommand = commandWithActions({
  rotate: {
    summary: 'Move all card numbers to a new master key.',
    usage: 'purser vault rotate [--hash-key] [--reencrypt] [--retire]',
    details:
      'With PURSER_MASTER_KEY, first restart every node with PURSER_MASTER_KEY=<new>,<old>, then rotate with the same value.',
    examples: ['purser vault rotate --retire'],
    flags: {
      'hash-key': { type: 'boolean', description: 'Also renew the key by which numbers are looked up.' },
      reencrypt: { type: 'boolean', description: 'Also make new data keys, and encrypt every number again.' },
      retire: {
        type: 'boolean',
        description: 'Also remove older master keys from the generated key file, if nothing needs them any more.',
      },
    },

    async run({ flags, json, settings }) {
      const progress = shellCommandProgress('cards renewed', terminalScreenOf(process.stderr))
      const { rotateMasterKeys } = await import('../../../app/administration/rotate-keys.ts')
      const report = await rotateMasterKeys({
        settings,
        logger: await commandLogger(settings),
        hashKey: flags['hash-key'] === true,
        reencrypt: flags['reencrypt'] === true,
        retire: flags['retire'] === true,
        onProgress: (renewedCards, cards) => progress.at(renewedCards, cards),
      }).finally(() => progress.end())
      printCommandAnswer({ json }, report, () => lines(report))
      if (report.remainingCards > 0) process.exitCode = exitCodes.failed
    },
  },
})

function lines({
  renewedCards,
  masterKeyId,
  retiredKeys,
  isKeptByOperator,
  remainingCards,
}: KeyRotationReport): string[] {
  return [
    `${renewedCards} cards renewed. They use the master key ${masterKeyId} now.`,
    ...retiredKeys.map((id) =>
      isKeptByOperator
        ? `Nothing needs the master key ${id} any more: remove it from every node.`
        : `Removed the master key ${id}. Older backups still need it.`,
    ),
    ...(remainingCards > 0
      ? [
          `${remainingCards} cards still use older keys, because a node still works with them. Restart that node, then rotate again.`,
        ]
      : []),
  ]
}
