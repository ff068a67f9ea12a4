import { describe, expect, it } from 'vitest'
import { someAuthorization, transactionOfAuthorization, cardNetwork } from '../../test/support/records/network.ts'
import { TEST_NOON } from '../../test/support/records/subject.ts'
import type { SentCredentials } from './credentials.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const right: SentCredentials = { byNumber: true, expiry: 'right', cvv: 'right' }
const wrong: SentCredentials = { byNumber: true, expiry: 'none', cvv: 'wrong' }
const onlyExpiry: SentCredentials = { byNumber: true, expiry: 'right', cvv: 'none' }
const onlyNumber: SentCredentials = { byNumber: true, expiry: 'none', cvv: 'none' }
const onlyId: SentCredentials = { byNumber: false, expiry: 'none', cvv: 'none' }
const guessById: SentCredentials = { byNumber: false, expiry: 'none', cvv: 'right' }

const invalid = 'credentials_invalid'
const locked = 'credentials_locked'

type Purchase = [sent: SentCredentials, hours: number]
const fiveWrong: Purchase[] = [0, 1, 2, 3, 4].map((hours) => [wrong, hours])
const toLock = [invalid, invalid, invalid, invalid, invalid]

/** The decline reasons of purchases at these hours, each in a batch of its own. */
function codesOf(purchases: readonly Purchase[]): string[] {
  const { send } = cardNetwork()
  return purchases.map(([credentials, hours]) => {
    const { outcomes } = send([someAuthorization({ credentials })], TEST_NOON + hours * HOUR_MS)
    return (
      transactionOfAuthorization(outcomes[0])
        .reasons.map(({ code }) => code)
        .join() || 'approved'
    )
  })
}

describe('wrong expiries and CVVs', () => {
  it.each<[string, Purchase[], string[]]>([
    [
      'lock purchases by number after five, right or wrong',
      [
        [right, 4],
        [wrong, 4],
        [onlyNumber, 5],
      ],
      [locked, locked, locked],
    ],
    ['lock guesses by id too', [[guessById, 5]], [locked]],
    ['leave purchases by id alone', [[onlyId, 5]], ['approved']],
    [
      'lock until 24 hours after the last',
      [
        [right, 27.999],
        [right, 28],
      ],
      [locked, 'approved'],
    ],
    [
      'do not count while they are locked',
      [
        [wrong, 20],
        [right, 28],
      ],
      [locked, 'approved'],
    ],
    [
      'begin anew after the lock',
      [
        [wrong, 28],
        [right, 28],
      ],
      [invalid, 'approved'],
    ],
  ])('%s', (_, then, expected) => {
    expect(codesOf([...fiveWrong, ...then])).toEqual([...toLock, ...expected])
  })

  it.each<[string, Purchase[], string]>([
    [
      'a right CVV ends the row',
      [
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [right, 0],
        [wrong, 0],
        [right, 0],
      ],
      'approved',
    ],
    [
      'a right expiry does not',
      [
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [onlyExpiry, 0],
        [wrong, 0],
        [right, 0],
      ],
      locked,
    ],
    [
      'nor does a bare number',
      [
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [wrong, 0],
        [onlyNumber, 0],
        [wrong, 0],
        [right, 0],
      ],
      locked,
    ],
    [
      'five within just less than a day count',
      [
        [wrong, 0],
        [wrong, 1],
        [wrong, 1],
        [wrong, 1],
        [wrong, 23.999],
        [right, 24],
      ],
      locked,
    ],
    [
      'five in a whole day do not',
      [
        [wrong, 0],
        [wrong, 1],
        [wrong, 1],
        [wrong, 1],
        [wrong, 24],
        [right, 24],
      ],
      'approved',
    ],
  ])('%s', (_, purchases, last) => {
    expect(codesOf(purchases).at(-1)).toBe(last)
  })

  it('are told once, with the end of the lock, and counted in one batch as in many', () => {
    const { set, send } = cardNetwork()
    const { outcomes, changes } = send(Array.from({ length: 7 }, () => someAuthorization({ credentials: wrong })))
    expect(
      outcomes.map((outcome) =>
        transactionOfAuthorization(outcome)
          .reasons.map(({ code }) => code)
          .join(),
      ),
    ).toEqual([...toLock, locked, locked])
    expect(changes.events).toMatchObject([
      {
        type: 'card.credentials_locked',
        sequence: 5,
        data: { cardId: 'card_1', credentialsLockedUntil: new Date(TEST_NOON + DAY_MS).toISOString() },
      },
    ])
    expect(set.cards.get('card_1')?.failedCredentials).toEqual([TEST_NOON, TEST_NOON, TEST_NOON, TEST_NOON, TEST_NOON])
  })

  it('are no proof of a CVV that is destroyed, which is neither right nor wrong', () => {
    const { set, send } = cardNetwork({ card: { failedCredentials: [TEST_NOON] } })
    send([someAuthorization({ credentials: { byNumber: true, expiry: 'right', cvv: 'gone' } })])
    expect(set.cards.get('card_1')?.failedCredentials).toEqual([TEST_NOON])
  })

  it('count also where the card is frozen by what was declined', () => {
    const policy = { requireIntent: true, onMissingIntent: 'freeze' as const }
    const { set, send } = cardNetwork({ card: { policy } })
    send([someAuthorization({ credentials: wrong })])
    expect(set.cards.get('card_1')).toMatchObject({ status: 'frozen', failedCredentials: [TEST_NOON] })
  })
})

describe('requireCvv', () => {
  it.each<[string, SentCredentials, number, string]>([
    ['declines a number without a CVV', onlyExpiry, 100, invalid],
    ['takes one with it', right, 100, 'approved'],
    ['takes an id', onlyId, 100, 'approved'],
    ['takes a card check', onlyNumber, 0, 'approved'],
  ])('%s', (_, credentials, amount, expected) => {
    const { send } = cardNetwork({ agent: { policy: { requireCvv: true } } })
    const { reasons } = transactionOfAuthorization(send([someAuthorization({ credentials, amount })]).outcomes[0])
    expect(reasons.map(({ code }) => code).join() || 'approved').toBe(expected)
  })

  it('does not count what is missing as wrong', () => {
    const { set, send } = cardNetwork({ agent: { policy: { requireCvv: true } } })
    send([someAuthorization({ credentials: onlyNumber })])
    expect(set.cards.get('card_1')?.failedCredentials).toEqual([])
  })
})
