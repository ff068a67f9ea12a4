import { expect, it } from 'vitest'
import { type IntentState, undecidedIntentFields } from '../intents/intent.ts'
import {
  addToChangedIntents,
  type ChangedIntent,
  intentStatusChange,
  expiredIntent,
  type UnsavedIntentChange,
  intentConsequences,
  intentChangeByPurchaseReport,
} from './intent.ts'

const NOW = 1_000_000_000_000

const waiting: IntentState = {
  ...undecidedIntentFields,
  id: 'int_1',
  accountId: 'acct_1',
  customerId: 'cust_1',
  agentId: null,
  cardId: 'card_1',
  status: 'pending_approval',
  declared: { purpose: 'Ink', ttlMinutes: 60 },
  declaredBy: 'key_1',
  ceiling: null,
  requiresApproval: true,
  approvalReasons: [],
  autoApprovedAt: null,
  expiresAt: NOW,
  createdAt: 1000,
}
const pending: IntentState = { ...waiting, status: 'pending' }
const approved: IntentState = { ...pending, decidedBy: 'per_1', decidedAt: 2000 }
const by = { decidedBy: 'per_1', decidedAt: 3000, note: 'no' }
const rejection = { kept: { decidedBy: 'per_1', decidedAt: 3000, decisionNote: 'no' }, by }
const revocation = { kept: { canceledAt: 3000, revokedBy: 'per_2', revocationReason: 'Wrong shop' }, by }
const cancel = { kept: { canceledAt: 3000 }, by: { ...by, note: null } }

it.each<
  [string, UnsavedIntentChange | null, [event: string, changed: string[], end: string | undefined, isByTime: boolean]]
>([
  [
    'an intent that waits for a person expires, and the wait with it',
    expiredIntent(waiting, NOW),
    ['intent.expired', ['status', 'approval.status'], 'expired', true],
  ],
  [
    'an intent that a person has approved expires, and no wait ends',
    expiredIntent(approved, NOW),
    ['intent.expired', ['status'], undefined, true],
  ],
  [
    'a rejected intent',
    intentStatusChange(waiting, 'rejected', rejection),
    [
      'intent.rejected',
      [
        'decidedBy',
        'decidedAt',
        'decisionNote',
        'status',
        'approval.status',
        'approval.decidedBy',
        'approval.decidedAt',
        'approval.note',
      ],
      'rejected',
      false,
    ],
  ],
  [
    'an intent that is canceled while it waits for its purchase',
    intentStatusChange(pending, 'canceled', cancel),
    ['intent.canceled', ['canceledAt', 'status'], undefined, false],
  ],
  [
    'an approval that is taken back',
    intentStatusChange(approved, 'canceled', revocation),
    [
      'intent.canceled',
      ['canceledAt', 'revokedBy', 'revocationReason', 'status', 'approval.status'],
      'canceled',
      false,
    ],
  ],
  [
    'a report',
    intentChangeByPurchaseReport(pending, { outcome: 'completed' }, { by: 'key_1', now: NOW }),
    ['intent.reported', ['report'], undefined, false],
  ],
])('%s', (_what, change, [event, changed, end, isByTime]) => {
  if (change === null) throw new Error('nothing changes')
  const { audited, events } = intentConsequences(change, NOW)
  expect(events.map(({ type, at }) => [type, at])).toEqual([[event, NOW]])
  expect(audited.changes.map(({ path }) => path).toSorted()).toEqual(changed.toSorted())
  expect([change.end?.status, change.isByTime]).toEqual([end, isByTime])
})

const reported = { ...pending, report: { outcome: 'completed', reportedAt: '', reportedBy: '' } } as const
it.each<[string, UnsavedIntentChange | null]>([
  ['before its time is over', expiredIntent({ ...waiting, expiresAt: NOW + 1 }, NOW)],
  ['when it has ended already', expiredIntent({ ...waiting, status: 'canceled' }, NOW)],
  ['when a decision comes too late', intentStatusChange({ ...waiting, status: 'matched' }, 'canceled', cancel)],
  ['when a person rejects what another has approved', intentStatusChange(approved, 'rejected', rejection)],
  [
    'when the same is reported again',
    intentChangeByPurchaseReport(reported, { outcome: 'completed' }, { by: 'key_1', now: NOW }),
  ],
])('an intent stays as it is %s', (_when, change) => {
  expect(change).toBeNull()
})

it('an approval that is taken back keeps who approved, and the last end of a wait counts', () => {
  const intents = new Map<string, ChangedIntent>()
  const first = intentStatusChange(waiting, 'pending', { kept: approved, by: { ...by, note: null } })
  const second = first && intentStatusChange(first.after, 'canceled', revocation)
  for (const change of [first, second]) if (change) addToChangedIntents(intents, change)
  expect([...intents.values()]).toMatchObject([
    {
      before: waiting,
      after: { status: 'canceled', decidedBy: 'per_1', revokedBy: 'per_2' },
      end: { status: 'canceled', decidedBy: 'per_1', decidedAt: 2000, note: null },
    },
  ])
})

it('changes of one intent add up, and end its wait once', () => {
  const intents = new Map<string, ChangedIntent>()
  const first = intentStatusChange(waiting, 'pending', { kept: approved, by: { ...by, note: null } })
  const second = first && intentStatusChange(first.after, 'canceled', cancel)
  for (const change of [first, second]) if (change) addToChangedIntents(intents, change)
  expect([...intents.values()]).toMatchObject([
    { before: waiting, after: { status: 'canceled' }, end: { status: 'approved', decidedBy: 'per_1' } },
  ])
})
