import { cardSheet } from '../../contract/sheets/card.ts'
import type { WholeCard } from '../../domain/changes/card.ts'
import type { ChangedCardState } from '../../domain/changes/card-consequences.ts'
import type { LoadedCard } from '../../domain/loaded-levels.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { CALL_ISSUERS } from '../issuer-calls/issuer-calls.ts'
import { DESTROY_CVVS } from '../numbers/destroyed-numbers.ts'
import { changedSettings } from '../rows/setting-columns.ts'
import type { Query } from '../statements/query.ts'
import { updateRows, updatingGivenRows } from '../statements/write.ts'

/**
 * Makes the statements that save changed cards, with their consequences in other tables, for batches, requests and sweeps. Each statement
 * gets only the cards that it changes.
 */
export const cardQueries = (cards: readonly ChangedCardState<LoadedCard | WholeCard>[]): Query[] => [
  ...updateUse(cards.filter(isUsed).map(useRow)),
  ...updateSettings(cards.flatMap(settingsRow)),
  ...destroyCvvs(keysOf(cards.filter(({ closedAt }) => closedAt !== null))),
  ...callIssuers(keysOf(cards.filter(({ callsIssuer }) => callsIssuer))),
]

type Changed = ChangedCardState<LoadedCard | WholeCard>

const USED = ['status', 'merchantLock', 'consumedAt', 'firstSpendAt', 'failedCredentials'] as const
const settings = changedSettings(cardSheet)

/**
 * Whether one of the fields of a changed card has another value than before. Objects are compared by identity: an equal copy of an object
 * counts as changed, and is written again, which does no harm.
 */
const differs = ({ before, after }: Changed, fields: readonly string[]): boolean =>
  fields.some((field) => before[field as keyof LoadedCard] !== after[field as keyof LoadedCard])

const isUsed = (changed: Changed): boolean => differs(changed, USED)
const isSet = (changed: Changed): boolean => differs(changed, settings.fields)

interface CardKey {
  readonly bucket: number
  readonly id: string
}

const keyOf = ({ id }: LoadedCard): CardKey => ({ bucket: bucketOf(id), id })
const keysOf = (cards: readonly Changed[]): CardKey[] => cards.map(({ after }) => keyOf(after))
const keyColumns = { bucket: 'smallint', id: 'word' } as const
const destroyCvvs = updatingGivenRows<CardKey>('destroy-cvvs', DESTROY_CVVS, keyColumns)
const callIssuers = updatingGivenRows<CardKey>('call-issuers', CALL_ISSUERS, keyColumns)

const useRow = ({ after, closedAt }: Changed) => ({
  ...keyOf(after),
  status: after.status,
  merchant_lock: after.merchantLock,
  consumed_at: after.consumedAt,
  closed_at: closedAt,
  first_spend_at: after.firstSpendAt,
  failed_credentials: after.failedCredentials.length === 0 ? null : after.failedCredentials,
})
const updateUse = updateRows<ReturnType<typeof useRow>>(
  'cards',
  {
    ...keyColumns,
    status: 'word',
    merchant_lock: 'text',
    consumed_at: 'bigint',
    closed_at: 'bigint',
    first_spend_at: 'bigint',
    failed_credentials: 'json',
  },
  ['closed_at'], // a closed card may change, too: wrong credentials are counted
)

const settingsRow = (changed: Changed) =>
  isSet(changed) && 'issuer' in changed.after
    ? [{ ...keyOf(changed.after), ...settings.row(changed.after), expires_at: changed.after.expiresAt }]
    : []
const updateSettings = updateRows<CardKey & Record<string, unknown>>(
  'cards',
  { ...keyColumns, ...settings.types, expires_at: 'bigint' },
  [],
  'card-settings',
)
