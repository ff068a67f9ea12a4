import type { Card as CardAnswer, CardOfEvent } from '../../contract/resources/cards.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'
import { credentialsLockedUntil } from '../credentials.ts'
import type { CardWithAllFields } from './card.ts'
import { resourceAnswerMaker } from './sheet-fields.ts'

/** A field of a card that answers to requests show and the card's row does not have. */
type More = Partial<Pick<CardAnswer, 'lastSpendAt'>>

const answer = resourceAnswerMaker<typeof cardSheet, [card: CardWithAllFields, now: number, more: More]>(cardSheet, {
  lastSpendAt: (_card, _now, { lastSpendAt }) => lastSpendAt,
  singleUseConsumedAt: ({ consumedAt }) => nullableIsoTimestamp(consumedAt),
  credentialsLockedUntil({ failedCredentials }, now) {
    const until = credentialsLockedUntil(failedCredentials)
    return until === null || until <= now ? null : isoTimestamp(until)
  },
  issuer: () => undefined, // the card's issuer is stored with the calls to the issuer
})

/** Makes the fields of a card that its row has, as requests and events show them. `now`: Unix milliseconds. */
export const cardApiAnswer = <M extends More>(card: CardWithAllFields, now: number, more: M): CardOfEvent & M =>
  answer(card, now, more) as CardOfEvent & M
