import { describe, expect, it } from 'vitest'
import { IssuerBusy, IssuerRefusal } from '../../issuers/issuer.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { IssuerCallState } from '../../store/issuers/issuer-call-queue.ts'
import { nextIssuerCall, issuerCallRetryAt } from './next-call.ts'

const call: IssuerCallState['call'] = {
  card_id: 'card_1',
  account_id: 'acct_1',
  customer_id: 'cust_1',
  issuer: 'stripe',
  first_status: 'active',
  version: 0,
  tried_at: 1,
  card_token: 'ic_1',
  asked_status: 'active',
  asked_count: 3,
  told_status: 'active',
  asked_limits: null,
  told_limits: null,
  failed: false,
  attempt: 0,
  failing_since: null,
  last_error: null,
  next_at: 0,
  leased_until: null,
}
const holder: IssuerCallState['holder'] = {
  customer_id: 'cust_1',
  account_id: 'acct_1',
  issuer: 'stripe',
  request: {
    type: 'consumer',
    name: { first: 'Ada' },
    email: null,
    phone: null,
    billing: { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' },
  },
  version: 0,
  tried_at: 1,
  holder_token: 'ich_1',
  created_at: 1,
}
const noRules = { policy: {}, limits: {} }
const levels = { customer: noRules, agent: null, card: noRules }
const next = (own: Partial<IssuerCallState['call']>, more: Partial<IssuerCallState> = {}, mirrors = false) =>
  nextIssuerCall(
    {
      call: { ...call, ...own },
      status: 'active',
      currency: 'USD',
      isAccountStopped: false,
      levels,
      holder,
      challenge: null,
      ...more,
    },
    mirrors,
  )

describe('the next call', () => {
  it('is for whom the card is, then for the card', () => {
    expect(next({ card_token: null }, { holder: { ...holder, holder_token: null } })).toEqual({ kind: 'holder' })
    expect(next({ card_token: null })).toEqual({ kind: 'card' })
    expect(next({ card_token: null }, { holder: null })).toEqual({ kind: 'card' })
  })

  it('answers a challenge before all but making the card', () => {
    const challenge = { id: 'chl_1', reference: 'a', status: 'approved' } as const
    expect(next({ told_status: 'frozen' }, { challenge })).toEqual({ kind: 'answer', challenge })
    expect(next({ card_token: null }, { challenge })).toEqual({ kind: 'card' })
  })

  it('is none where the issuer knows it all, or was never asked for a card that is closed', () => {
    expect(next({})).toBeNull()
    expect(next({ card_token: null, tried_at: null }, { status: 'closed' })).toBeNull()
  })

  it('is for a status under a number of its own, the same one until it is answered', () => {
    expect(next({}, { status: 'frozen' })).toEqual({ kind: 'status', status: 'frozen', count: 4 })
    const unheard = { asked_status: 'frozen', asked_count: 4, told_status: null } as const
    expect(next(unheard, { status: 'frozen' })).toEqual({ kind: 'status', status: 'frozen', count: 4 })
    expect(next(unheard)).toEqual({ kind: 'status', status: 'active', count: 5 })
  })

  it('freezes an active card while its account is stopped, and looks first whether somebody else has', () => {
    const stopped = { isAccountStopped: true }
    expect(next({}, stopped)).toEqual({ kind: 'status', status: 'frozen', count: 4, readsFirst: true })
    const unheard = { asked_status: 'frozen', asked_count: 4, told_status: null } as const
    expect(next(unheard, stopped)).toEqual({ kind: 'status', status: 'frozen', count: 4 })
    const frozen = { asked_status: 'frozen', asked_count: 4, told_status: 'frozen' } as const
    expect([next(frozen, stopped), next(frozen, { ...stopped, status: 'frozen' })]).toEqual([null, null])
    expect(next(frozen, { ...stopped, status: 'closed' })).toEqual({ kind: 'status', status: 'closed', count: 5 })
    expect([next(frozen), next(frozen, { status: 'frozen' })]).toEqual([
      { kind: 'status', status: 'active', count: 5 },
      null,
    ])
  })

  it('is for what limits the card once its status is known, and for no closed card', () => {
    const limited = { levels: { ...levels, card: { policy: {}, limits: { perAuth: 500 } } } }
    const asked = { kind: 'limits', limits: '{"perAuth":500}', count: 4 }
    expect(next({}, limited, true)).toEqual(asked)
    expect(next({ asked_limits: asked.limits, asked_count: 4 }, limited, true)).toEqual(asked)
    expect(next({ told_limits: asked.limits }, limited, true)).toBeNull()
    expect(next({ told_status: 'closed' }, { ...limited, status: 'closed' }, true)).toBeNull()
    expect(next({}, limited)).toBeNull()
  })
})

describe('a failed call', () => {
  it('is made again after 1 s, 2 s, up to an hour, for 72 hours', () => {
    const after = (attempt: number, since = 0) => issuerCallRetryAt(new Error('Down'), { attempt, since, now: 1000 })
    expect([0, 1, 2, 11, 12, 99].map((attempt) => after(attempt))).toEqual(
      [1, 2, 4, 2048, 3600, 3600].map((seconds) => 1000 + seconds * 1000),
    )
    expect(after(99, 1000 - 72 * HOUR_MS)).toBeNull()
  })

  it('is made again when the issuer wants it', () => {
    expect(issuerCallRetryAt(new IssuerBusy('Slow down', 90_000), { attempt: 0, since: 0, now: 1000 })).toBe(91_000)
  })

  it('is not made again once it was refused', () => {
    expect(issuerCallRetryAt(new IssuerRefusal('No'), { attempt: 0, since: 0, now: 0 })).toBeNull()
  })
})
