import { describe, expect, it } from 'vitest'
import { seededRandom, type Random } from '../../../test/model/random.ts'
import { someAuthorization, cardNetwork, type CardNetwork } from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import type { Policy } from '../../contract/policy.ts'
import { assertPresent } from '../../lib/assert.ts'
import { intentNeedsApproval } from '../intents/approval.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import { declaredCeiling } from '../intents/intent-ceiling.ts'
import type { EngineCommand, TransactionStepCommand } from './commands/commands.ts'
import type { LoadedIntent } from '../intents/loaded-intent.ts'

const SEQUENCES = 400
const COMMANDS = 60
const THRESHOLD = 50

const policy = (random: Random): Policy => ({
  requireIntent: true,
  requireApproval: true,
  autoApproveBelow: THRESHOLD,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
  ...(random.chance(0.5) ? { intentTolerancePercent: random.pick([0, 10, 1000]) } : {}),
})

/** Declares an intent that needs no approval by a person under the policy of this moment. Its tolerance is drawn at random. */
function declare({ set }: CardNetwork, random: Random, id: string): void {
  const card = assertPresent(set.cards.get('card_1'), 'a card')
  const { policy: effective } = effectivePolicy({ customer: card, agent: null, card: null })
  const expected = {
    expectedAmount: random.between(1, THRESHOLD - 1),
    ...(random.chance(0.5) ? { toleranceCents: random.between(0, 1000) } : {}),
    ...(random.chance(0.3) ? { tolerancePercent: random.pick([0, 100, 1000]) } : {}),
  }
  if (intentNeedsApproval(effective, expected.expectedAmount)) return
  const ceiling = assertPresent(declaredCeiling(expected, effective), 'a ceiling')
  const intent: LoadedIntent = {
    ...expected,
    id,
    status: 'pending',
    createdAt: TEST_NOON,
    expiresAt: TEST_NOON + 9e9,
    purpose: 'Ink',
    ceiling,
  }
  set.intents.set(card.id, [...(set.intents.get(card.id) ?? []), intent])
  set.matchedIntents.set(id, intent)
}

/** Makes the policy of each card looser: purchases need no approval, or may cost ten times what their intent expects. */
function loosen({ set }: CardNetwork, random: Random): void {
  for (const [id, card] of set.cards) {
    const looser: Policy = random.pick([{ intentTolerancePercent: 1000 }, { requireApproval: false }])
    set.cards.set(id, { ...card, policy: { ...card.policy, ...looser } })
  }
}

function command({ set }: CardNetwork, random: Random): EngineCommand {
  const amount = random.between(1, THRESHOLD + 20)
  const open = [...set.transactions.values()].filter(({ status }) => status === 'pending')
  if (open.length === 0 || random.chance(0.3)) return someAuthorization({ amount })
  const of = { accountId: 'acct_1', transactionId: random.pick(open).id }
  const small = random.between(1, 20)
  return random.pick<TransactionStepCommand>([
    { ...of, kind: 'increment', amount: small },
    { ...of, kind: 'increment', amount },
    { ...of, kind: 'reverse', amount: small },
    { ...of, kind: 'settle', amount: small, final: random.chance(0.2) },
    { ...of, kind: 'refund', amount: small },
  ])
}

describe('without an approval', () => {
  it('no sequence of declarations, authorizations and steps gets a purchase approved at the threshold or above', () => {
    const random = seededRandom(21)
    let most = 0
    for (let n = 0; n < SEQUENCES; n += 1) {
      const door = cardNetwork({ card: { policy: policy(random) } })
      for (let k = 0; k < COMMANDS; k += 1) {
        if (k === COMMANDS / 2) loosen(door, random)
        if (k < COMMANDS / 2 && random.chance(0.5)) declare(door, random, `int_${k}`)
        door.send([command(door, random)], TEST_NOON + k)
        for (const { authorizedAmount } of door.set.transactions.values()) most = Math.max(most, authorizedAmount)
      }
    }
    // The threshold is reached as nearly as it may be: some sequence of commands gets a purchase of one cent less approved.
    expect(most).toBe(THRESHOLD - 1)
  })
})
