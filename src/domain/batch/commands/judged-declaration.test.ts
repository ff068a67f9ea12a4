import { expect, it } from 'vitest'
import { cardNetwork } from '../../../../test/support/records/network.ts'
import type { Policy } from '../../../contract/policy.ts'
import type { DeclaredIntent } from '../../intents/intent.ts'
import type { EngineCommand, DecideIntentCommand } from './commands.ts'

const ASKING = { requireApproval: true, autoApproveBelow: 3000, intentTolerancePercent: 0 }
const actor = { accountId: 'acct_1', actorId: 'key_1', seesAgent: null }
const declares = (declared: Partial<DeclaredIntent> = {}): EngineCommand => ({
  ...actor,
  kind: 'declare_intent',
  cardId: 'card_1',
  declared: { purpose: 'Ink', expectedAmount: 2000, expectedMerchant: 'Ink Shop', ttlMinutes: 30, ...declared },
})
/** A decision about the intent that the batch has declared as the nth. */
const decides = (kind: DecideIntentCommand['kind'], nth: number): EngineCommand => ({
  ...actor,
  kind,
  intentId: `int_${nth}`,
  note: null,
  shown: undefined,
})

/** The statuses of the intents of a batch, as the answers to its commands say. `automatic`: what was approved before, on another card. */
function statuses(policy: Policy, commands: readonly EngineCommand[], automatic = 0): string[] {
  const network = cardNetwork({ customer: { policy } })
  const past = {
    rejections: [],
    automatic: [{ agentId: null, cardId: 'card_9', amount: automatic }],
    knownOrigins: new Set(),
  }
  Object.assign(network.set, { approvalPasts: new Map([['cust_1', past]]) })
  return network
    .send(commands)
    .outcomes.map((outcome) => (outcome.kind === 'intent' ? outcome.intent.status : outcome.kind))
}

it.each<[string, Policy, EngineCommand[], number, string[]]>([
  [
    'the sum of earlier ones',
    { ...ASKING, autoApprovePerDay: 5000 },
    [declares(), declares(), declares()],
    0,
    ['pending', 'pending', 'pending_approval'],
  ],
  [
    'what was approved before the batch',
    { ...ASKING, autoApprovePerDay: 5000 },
    [declares(), declares()],
    1000,
    ['pending', 'pending_approval'],
  ],
  [
    'that an earlier one was canceled',
    { ...ASKING, autoApprovePerDay: 3000 },
    [declares(), decides('cancel_intent', 1), declares()],
    0,
    ['pending', 'canceled', 'pending'],
  ],
  [
    'that an earlier one was approved by a person, and counts nothing',
    { ...ASKING, autoApprovePerDay: 5000 },
    [declares({ expectedAmount: 4000 }), decides('approve_intent', 1), declares(), declares()],
    0,
    ['pending_approval', 'pending', 'pending', 'pending'],
  ],
  [
    'its own correction instead of itself',
    { ...ASKING, autoApprovePerDay: 5000 },
    [declares({ intentId: 'one' }), declares({ intentId: 'one', expectedAmount: 2900 }), declares(), declares()],
    0,
    ['pending', 'pending', 'pending', 'pending_approval'],
  ],
  [
    'what a person has rejected',
    ASKING,
    [declares(), declares({ expectedAmount: 4000 }), decides('reject_intent', 2), declares()],
    0,
    ['pending', 'pending_approval', 'rejected', 'pending_approval'],
  ],
])('a declaration of a batch sees %s', (_what, policy, commands, automatic, expected) => {
  expect(statuses(policy, commands, automatic)).toEqual(expected)
})
