import type { IssuerDifference, Reconciliation } from '../../../contract/resources/reconciliation.ts'
import { DAY_MS, HOUR_MS } from '../../../lib/clock.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

const DEFAULT = '48h'

export const reconcileCommand: ShellCommand = {
  usage: 'purser reconcile [--since 48h] [--fix]',
  details: `Without --fix it only reads. It works also beside a running service, and takes the settings of a node. The exit code is 1 if anything
differs. Each difference is a line:
  <card> <authorization>: <what> <here>, <at the issuer>
With --fix, a card that is closed or frozen on one side is closed or frozen on the other, and Purser records what the issuer has and Purser
lacks, as if the issuer's events had come. Nothing is unfrozen or deleted. If differences remain that cannot be repaired, the exit code is 1.`,
  examples: ['purser reconcile', 'purser reconcile --since 7d --fix'],
  flags: {
    since: {
      type: 'string',
      value: DEFAULT,
      description:
        'How far back purchases are compared, in hours (h) or days (d), at most 180d. Cards are always all compared.',
    },
    fix: { type: 'boolean', description: 'Repair what can be repaired.' },
  },

  async run({ flags, json, settings }) {
    const lookBackMs = lengthOf(String(flags['since'] ?? DEFAULT))
    if (lookBackMs === null)
      throw new OperatorError(
        `--since must be a whole number and one of m, h, d, such as 48h; ${JSON.stringify(flags['since'])} is not.`,
      )
    const fix = flags['fix'] === true
    const { reconcileIssuers } = await import('../../../app/administration/reconcile-issuers.ts')
    const reconciled = await reconcileIssuers({ settings, logger: await commandLogger(settings), lookBackMs, fix })
    printCommandAnswer({ json }, reconciled, () => linesOf(reconciled))
    if (reconciled.differences.some(({ fixed }) => !fixed)) process.exitCode = exitCodes.failed
  },
}

const MOST_MS = 180 * DAY_MS

function lengthOf(text: string): number | null {
  const [, count = '', unit] = /^([1-9][0-9]{0,4})([hd])$/.exec(text) ?? []
  const length = Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS)
  return length > 0 && length <= MOST_MS ? length : null
}

function linesOf({ cards, purchases, differences }: Reconciliation): string[] {
  const fixed = differences.filter((difference) => difference.fixed).length
  return [
    ...differences.map(lineOf),
    `${cards} cards and ${purchases} purchases compared, ${differences.length} differences${fixed === 0 ? '' : `, ${fixed} of them fixed`}.`,
  ]
}

/**
 * The line of one difference from an issuer, for instance `card_x: closed here, active at acme`, or `card_x auth_1: captured 0 here, 4200
 * at acme`.
 */
function lineOf({ issuer, cardId, cardToken, reference, field, here, there, fixed }: IssuerDifference): string {
  const about = [cardId ?? cardToken, reference].filter((name) => name !== null).join(' ')
  const what = field === 'status' ? '' : `${field} `
  return `${about}: ${what}${here ?? 'unknown'} here, ${there ?? 'unknown'} at ${issuer}${fixed ? ' (fixed)' : ''}`
}
