import type { WholeCard } from '../../domain/changes/card.ts'
import type { ChangedCardState } from '../../domain/changes/card-consequences.ts'
import type { LoadedCard } from '../../domain/loaded-levels.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { CALL_ISSUERS } from '../issuer-calls/issuer-calls.ts'
import { DESTROY_CVVS } from '../numbers/destroyed-numbers.ts'
import type { Columns } from '../statements/columns.ts'
import type { Query } from '../statements/query.ts'
import { update, updating } from '../statements/write.ts'

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
type Field = keyof WholeCard

const USED = ['status', 'merchantLock', 'consumedAt', 'firstSpendAt', 'failedCredentials'] as const
const SET = [
  'usage',
  'label',
  'policy',
  'shadowPolicy',
  'shadowSince',
  'limits',
  'configuration',
  'metadata',
  'billing',
] as const satisfies readonly Field[]

/**
 * Whether one of the fields of a changed card has another value than before. Objects are compared by identity: an equal copy of an object
 * counts as changed, and is written again, which does no harm.
 */
const differs = ({ before, after }: Changed, fields: readonly Field[]): boolean =>
  fields.some((field) => (before as WholeCard)[field] !== (after as WholeCard)[field])

const isUsed = (changed: Changed): boolean => differs(changed, USED)
const isSet = (changed: Changed): boolean => differs(changed, SET)

interface CardKey {
  readonly bucket: number
  readonly id: string
}

const keyOf = ({ id }: LoadedCard): CardKey => ({ bucket: bucketOf(id), id })
const keysOf = (cards: readonly Changed[]): CardKey[] => cards.map(({ after }) => keyOf(after))
const keyColumns = { bucket: 'smallint', id: 'word' } as const
const destroyCvvs = updating<CardKey>('destroy-cvvs', DESTROY_CVVS, keyColumns)
const callIssuers = updating<CardKey>('call-issuers', CALL_ISSUERS, keyColumns)

const useRow = ({ after, closedAt }: Changed) => ({
  ...keyOf(after),
  status: after.status,
  merchant_lock: after.merchantLock,
  consumed_at: after.consumedAt,
  closed_at: closedAt,
  first_spend_at: after.firstSpendAt,
  failed_credentials: after.failedCredentials.length === 0 ? null : after.failedCredentials,
})
const updateUse = update<ReturnType<typeof useRow>>(
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

function settingsRow(changed: Changed) {
  const { after } = changed
  if (!isSet(changed) || !('issuer' in after)) return []
  return [
    {
      ...keyOf(after),
      usage: after.usage,
      label: after.label,
      policy: after.policy,
      shadow_policy: after.shadowPolicy,
      shadow_since: after.shadowSince,
      limits: after.limits,
      configuration: after.configuration,
      metadata: after.metadata,
      billing: after.billing,
      expires_at: after.expiresAt,
    },
  ]
}
type SettingsRow = ReturnType<typeof settingsRow>[number]
const settingsColumns: Columns<SettingsRow> = {
  ...keyColumns,
  usage: 'word',
  label: 'text',
  policy: 'json',
  shadow_policy: 'json',
  shadow_since: 'bigint',
  limits: 'json',
  configuration: 'json',
  metadata: 'json',
  billing: 'json',
  expires_at: 'bigint',
}
const updateSettings = update<SettingsRow>('cards', settingsColumns, [], 'card-settings')
