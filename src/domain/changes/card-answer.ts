import type { Card as CardAnswer, CardOfEvent } from '../../contract/resources/cards.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'
import { credentialsLockedUntil } from '../credentials.ts'
import type { WholeCard } from './card.ts'
import { sheetAnswers } from './sheet-fields.ts'

/** A field of a card that answers to requests show and the card's row does not have. */
type More = Partial<Pick<CardAnswer, 'lastSpendAt'>>

const answer = sheetAnswers<typeof cardSheet, [card: WholeCard, now: number, more: More]>(cardSheet, {
  lastSpendAt: (_card, _now, { lastSpendAt }) => lastSpendAt,
  singleUseConsumedAt: ({ consumedAt }) => nullableIsoTimestamp(consumedAt),
  credentialsLockedUntil({ failedCredentials }, now) {
    const until = credentialsLockedUntil(failedCredentials)
    return until === null || until <= now ? null : isoTimestamp(until)
  },
  issuer: () => undefined, // the card's issuer is stored with the calls to the issuer
})

/** Makes the fields of a card that its row has, as requests and events show them. `now`: Unix milliseconds. */
export const cardAnswer = <M extends More>(card: WholeCard, now: number, more: M): CardOfEvent & M =>
  answer(card, now, more) as CardOfEvent & M
