import { cardSheet } from '../../contract/sheets/card.ts'
import type { NewCard, CardWithAllFields } from '../../domain/changes/card.ts'
import type { ChangedCardState } from '../../domain/changes/card-consequences.ts'
import type { LoadedCard } from '../../domain/loaded-levels.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { beginIssuerCalls, CALL_ISSUERS_SQL } from '../issuer-calls/issuer-calls.ts'
import { DESTROY_CVVS_SQL } from '../numbers/destroyed-numbers.ts'
import { cardsTable } from '../rows/cards.ts'
import { changeableSettings } from '../rows/setting-columns.ts'
import type { SqlQuery } from '../statements/query.ts'
import { givenRowsUpdateWriter } from '../statements/write.ts'

/**
 * Makes the statements that save changed cards, with their consequences in other tables, for batches, requests and sweeps. Each statement
 * gets only the cards that it changes.
 */
export const cardQueries = (changed: readonly ChangedCardState<LoadedCard | CardWithAllFields>[]): SqlQuery[] => [
  ...updateUse(changed.filter(isUsed).map(({ after, closedAt }) => ({ ...after, closedAt }))),
  ...updateSettings(changed.filter(isSet).flatMap(({ after }) => ('issuer' in after ? [after] : []))),
  ...destroyCvvs(keysOf(changed.filter(({ closedAt }) => closedAt !== null))),
  ...callIssuers(keysOf(changed.filter(({ callsIssuer }) => callsIssuer))),
]

type Changed = ChangedCardState<LoadedCard | CardWithAllFields>

const USED = ['status', 'merchantLock', 'consumedAt', 'firstSpendAt', 'failedCredentials'] as const
const SET = [...changeableSettings(cardSheet), 'shadowPolicy', 'shadowSince'] as const

/**
 * Whether one of the fields of a changed card has another value than before. Objects are compared by identity: an equal copy of an object
 * counts as changed, and is written again, which does no harm.
 */
const differs = ({ before, after }: Changed, fields: readonly string[]): boolean =>
  fields.some((field) => before[field as keyof LoadedCard] !== after[field as keyof LoadedCard])

const isUsed = (changed: Changed): boolean => differs(changed, USED)
const isSet = (changed: Changed): boolean => differs(changed, SET)

/** Makes the statements that save the new cards of a batch, with the calls that create them at their issuer. */
export const newCardQueries = (cards: readonly NewCard[]): SqlQuery[] => [
  ...insertCards(cards),
  ...beginIssuerCalls(cards),
]

const insertCards = cardsTable.inserting()

interface CardKey {
  readonly bucket: number
  readonly id: string
}

const keyOf = ({ id }: LoadedCard): CardKey => ({ bucket: bucketOfId(id), id })
const keysOf = (changed: readonly Changed[]): CardKey[] => changed.map(({ after }) => keyOf(after))
const keyColumns = { bucket: 'smallint', id: 'word' } as const
const destroyCvvs = givenRowsUpdateWriter<CardKey>('destroy-cvvs', DESTROY_CVVS_SQL, keyColumns)
const callIssuers = givenRowsUpdateWriter<CardKey>('call-issuers', CALL_ISSUERS_SQL, keyColumns)

const updateUse = cardsTable.updating([...USED, 'closedAt'])
const updateSettings = cardsTable.updating([...SET, 'expiresAt'], 'card-settings')
