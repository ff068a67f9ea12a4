import { describe, expect, it } from 'vitest'
import { expiredApprovalAsk, newApprovalAsk } from '../asks/ask.ts'
import { changeRequestLifecycle } from '../lifecycles/change-request.ts'
import {
  type UnsavedChangeRequestChange,
  type ChangeRequestState,
  endedChangeRequest,
  type ChangeRequestOutcomeFields,
} from './change-request.ts'
import { changeRequestConsequences } from './change-request-consequences.ts'

const NOW = 1_000_000_000_000
const AT = '2001-09-09T01:46:40.000Z'

const pending: ChangeRequestState = {
  id: 'chg_1',
  accountId: 'acct_1',
  customerId: 'cust_1',
  agentId: 'agt_1',
  cardId: 'card_1',
  status: 'pending',
  once: null,
  wanted: { limits: { perAuth: 500 } },
  fingerprint: 'f',
  why: 'Ink',
  transactionId: null,
  purchase: null,
  changes: [],
  requestedBy: 'key_1',
  decidedBy: null,
  decidedAt: null,
  note: null,
  expiresAt: NOW + 1,
  createdAt: NOW - 1000,
}
const change = { path: 'limits.perAuth', before: null, after: 500 }
const end = { note: null, changes: [], decidedBy: 'per_1', decidedAt: NOW }
const overdue = { ...pending, expiresAt: NOW }

function made(decided: UnsavedChangeRequestChange | null): UnsavedChangeRequestChange {
  if (decided === null) throw new Error('the request ends')
  return decided
}

describe('what follows from a change of a change request', () => {
  it.each<[string, UnsavedChangeRequestChange, unknown[], unknown[]]>([
    [
      'an approval',
      made(endedChangeRequest(pending, { ...end, status: 'approved', note: 'Fine', changes: [change] })),
      [
        ['status', 'approved'],
        ['changes', [change]],
        ['decidedBy', 'per_1'],
        ['decidedAt', AT],
        ['note', 'Fine'],
      ],
      ['change_request.approved', NOW, 'per_1'],
    ],
    [
      'a rejection',
      made(endedChangeRequest(pending, { ...end, status: 'rejected' })),
      [
        ['status', 'rejected'],
        ['decidedBy', 'per_1'],
        ['decidedAt', AT],
      ],
      ['change_request.rejected', NOW, 'per_1'],
    ],
    [
      'the end of its time',
      made(expiredApprovalAsk(changeRequestLifecycle, overdue, NOW)),
      [['status', 'expired']],
      ['change_request.expired', NOW, undefined],
    ],
  ])('%s', (_what, decided, audited, told) => {
    const consequences = changeRequestConsequences(decided, NOW)
    expect(consequences.audited.changes.map(({ path, after }) => [path, after])).toEqual(audited)
    expect(
      consequences.events.map(({ type, at, data }) => [type, at, 'decidedBy' in data ? data.decidedBy : undefined]),
    ).toEqual([told])
  })

  it('a new one is told of at the moment that it was made', () => {
    const { audited, events } = changeRequestConsequences(newApprovalAsk(pending), NOW)
    expect(events.map(({ type, at }) => [type, at])).toEqual([['change_request.created', pending.createdAt]])
    expect(audited.changes).toContainEqual({ path: 'why', before: null, after: 'Ink' })
  })
})

const decisions = ['approved', 'rejected', 'canceled'] as const satisfies ChangeRequestOutcomeFields['status'][]
const ended = [...decisions, 'expired'] as const

it.each(decisions.flatMap((to) => ended.map((from) => [from, to] as const)))(
  'a request that is %s is not %s any more',
  (status, to) => {
    expect(endedChangeRequest({ ...pending, status }, { ...end, status: to })).toBeNull()
    expect(expiredApprovalAsk<ChangeRequestState>(changeRequestLifecycle, { ...overdue, status }, NOW)).toBeNull()
  },
)

it.each(decisions)('a request whose time is over is not %s', (status) => {
  expect(endedChangeRequest(overdue, { ...end, status })).toBeNull()
})

it('a request is not over before its time', () => {
  expect(expiredApprovalAsk(changeRequestLifecycle, pending, NOW)).toBeNull()
})
