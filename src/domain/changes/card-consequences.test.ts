import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/clock.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import {
  type UnsavedCardChange,
  expiredCard,
  cardStatusChange,
  requestedCardStatusChange,
  cardSettingsChange,
  credentialsUnlockChange,
  type CardWithAllFields,
} from './card.ts'
import { addToChangedCards, type ChangedCardState, cardConsequences } from './card-consequences.ts'

const NOW = 1_000_000_000_000
const fiveFailures = [1, 2, 3, 4, 5].map((minutes) => NOW - HOUR_MS + minutes)

/** A card as decisions read it. */
const loaded: LoadedCard = {
  id: 'card_1',
  accountId: 'acct_1',
  customerId: 'cust_1',
  agentId: null,
  status: 'active',
  usage: 'multi',
  last4: '4242',
  costCenter: null,
  policy: {},
  limits: {},
  createdAt: 1000,
  expiresAt: null,
  merchantLock: null,
  consumedAt: null,
  firstSpendAt: null,
  failedCredentials: [],
  label: null,
  lastAttestedAt: null,
}

const wholly = (card: LoadedCard): CardWithAllFields => ({
  ...card,
  type: 'virtual',
  currency: 'USD',
  issuer: 'stripe',
  expMonth: '01',
  expYear: '2030',
  shadowSince: null,
  configuration: null,
  metadata: null,
  billing: null,
  shipping: null,
})
const whole = wholly(loaded)
const frozen: CardWithAllFields = { ...whole, status: 'frozen' }
const closed: CardWithAllFields = { ...whole, status: 'closed' }

function made<Card extends LoadedCard>(
  change: UnsavedCardChange<Card> | null | 'card_closed',
): UnsavedCardChange<Card> {
  if (change === null || change === 'card_closed') throw new Error(`nothing changes: ${change}`)
  return change
}

const factsOf = (change: UnsavedCardChange) => {
  const { audited, events, closedAt, callsIssuer } = cardConsequences(change, NOW)
  return {
    audited: audited.changes.map(({ path, before, after }) => [path, before, after]),
    events: events.map(({ type, at, data }) => [type, at, 'reason' in data ? data.reason : undefined]),
    closedAt,
    callsIssuer,
  }
}

const withLimit: CardWithAllFields = { ...whole, limits: { perAuth: 100 } }

describe('what follows from a change of a card', () => {
  it.each<[string, UnsavedCardChange, Partial<ReturnType<typeof factsOf>>]>([
    [
      'freezing',
      made(requestedCardStatusChange(whole, 'frozen')),
      {
        audited: [['status', 'active', 'frozen']],
        events: [['card.frozen', NOW, 'requested']],
        closedAt: null,
        callsIssuer: true,
      },
    ],
    [
      'unfreezing',
      made(requestedCardStatusChange(frozen, 'active')),
      { audited: [['status', 'frozen', 'active']], events: [['card.unfrozen', NOW, undefined]], callsIssuer: true },
    ],
    [
      'closing',
      made(requestedCardStatusChange(frozen, 'closed')),
      {
        audited: [['status', 'frozen', 'closed']],
        events: [['card.closed', NOW, 'requested']],
        closedAt: NOW,
        callsIssuer: true,
      },
    ],
    [
      'expiring',
      made(expiredCard({ ...whole, expiresAt: NOW }, NOW)),
      { events: [['card.closed', NOW, 'expired']], closedAt: NOW, callsIssuer: true },
    ],
    [
      'another limit',
      made(cardSettingsChange(whole, () => withLimit)),
      {
        audited: [['limits.perAuth', null, 100]],
        events: [['policy.changed', NOW, undefined]],
        closedAt: null,
        callsIssuer: true,
      },
    ],
    [
      'another limit of a card that Purser issues',
      made(cardSettingsChange({ ...whole, issuer: null }, () => ({ ...withLimit, issuer: null }))),
      { events: [['policy.changed', NOW, undefined]], callsIssuer: false },
    ],
    [
      'another label',
      made(cardSettingsChange(whole, () => ({ ...whole, label: 'Books' }))),
      { audited: [['label', null, 'Books']], events: [], callsIssuer: false },
    ],
    [
      'equal settings',
      made(cardSettingsChange(whole, () => ({ ...whole, policy: {}, limits: {} }))),
      { audited: [], events: [], callsIssuer: false },
    ],
    [
      'the fifth wrong CVV in a row',
      { before: whole, after: { ...whole, failedCredentials: fiveFailures }, move: null },
      { events: [['card.credentials_locked', NOW, undefined]], callsIssuer: false },
    ],
    [
      'forgetting wrong CVVs',
      made(credentialsUnlockChange({ ...whole, failedCredentials: fiveFailures })),
      { events: [], closedAt: null, callsIssuer: false },
    ],
    [
      'closing a card that wrong CVVs have locked',
      made(requestedCardStatusChange({ ...whole, failedCredentials: [1, 2, 3, 4, 5] }, 'closed')),
      { events: [['card.closed', NOW, 'requested']] },
    ],
  ])('%s', (_what, change, expected) => {
    expect(factsOf(change)).toMatchObject(expected)
  })

  it('the note of whoever freezes a card is told', () => {
    const [event] = cardConsequences(made(requestedCardStatusChange(whole, 'frozen', 'lost')), NOW).events
    expect(event?.data).toMatchObject({ reason: 'requested', note: 'lost' })
  })
})

it.each<[string, unknown, unknown]>([
  ['a closed card never opens', requestedCardStatusChange(closed, 'active'), 'card_closed'],
  ['a closed card is not frozen', requestedCardStatusChange(closed, 'frozen'), 'card_closed'],
  ['a closed card is not set', cardSettingsChange(closed, () => withLimit), 'card_closed'],
  ['a closed card is not unlocked', credentialsUnlockChange(closed), 'card_closed'],
  ['a closed card that is to be closed is', requestedCardStatusChange(closed, 'closed'), null],
  ['a frozen card that is to be frozen is', requestedCardStatusChange(frozen, 'frozen'), null],
  [
    'a frozen card is not frozen by a purchase',
    cardStatusChange(frozen, { to: 'frozen', reason: 'intent_missing' }),
    null,
  ],
  ['a card is not over before its time', expiredCard({ ...whole, expiresAt: NOW + 1 }, NOW), null],
  ['a card without an expiry is never over', expiredCard(whole, NOW), null],
  ['a closed card is not over again', expiredCard({ ...closed, expiresAt: NOW }, NOW), null],
  ['a card without wrong CVVs is not unlocked', credentialsUnlockChange(whole), null],
])('%s', (_what, change, expected) => {
  expect(change).toBe(expected)
})

const failures = fc.constantFrom<readonly number[]>([], [NOW - 1], fiveFailures, [1, 2, 3, 4, 5])
const states = fc.record({
  status: fc.constantFrom('active' as const, 'frozen' as const, 'closed' as const),
  merchantLock: fc.constantFrom(null, 'Acme'),
  consumedAt: fc.constantFrom(null, NOW),
  firstSpendAt: fc.constantFrom(null, 5000, NOW),
  failedCredentials: failures,
})
const moves = fc.constantFrom(
  null,
  { to: 'frozen', reason: 'intent_mismatch' } as const,
  { to: 'closed', reason: 'single_use' } as const,
)

it('a batch, which knows of a card what decisions read, and a request, which knows all of it, see the same follow', () => {
  fc.assert(
    fc.property(states, states, moves, (before, after, move) => {
      const batch = { before: { ...loaded, ...before }, after: { ...loaded, ...after }, move }
      const request = { before: wholly(batch.before), after: wholly(batch.after), move }
      expect(cardConsequences(batch, NOW)).toEqual(cardConsequences(request, NOW))
    }),
  )
})

it('changes of one card add up: saved is the way from the first to the last', () => {
  const cards = new Map<string, ChangedCardState>()
  const limited = made(cardSettingsChange(whole, () => withLimit))
  const ended = made(requestedCardStatusChange(limited.after, 'closed'))
  const counted = { before: ended.after, after: { ...ended.after, failedCredentials: [NOW] }, move: null }
  for (const change of [limited, ended, counted]) addToChangedCards(cards, change, cardConsequences(change, NOW))
  expect([...cards.values()]).toEqual([{ before: whole, after: counted.after, closedAt: NOW, callsIssuer: true }])
})
