import { Type, type Static, type TSchema } from 'typebox'
import { externalIssuers, issuerNames } from '../../issuers/names.ts'
import { Timestamp } from '../primitives.ts'

export const CardType = Type.Enum(['virtual', 'physical'])
export const CardUsage = Type.Enum(['single', 'multi'])
export const CardStatus = Type.Enum(['active', 'frozen', 'closed'])
export type CardStatus = Static<typeof CardStatus>

/** The statuses that requests may name: `locked` means frozen, `canceled` and `cancelled` mean closed (contract, section 7). */
export const CardStatusInput = Type.Enum(['active', 'frozen', 'closed', 'locked', 'canceled', 'cancelled'])
export type CardStatusInput = Static<typeof CardStatusInput>

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Last4 = Type.String({
  pattern: '^[0-9]{4}$',
  maxLength: 4,
  description: 'The last four digits of the card number.',
})
/** The field `last4` of cards and their events: null until the issuer has created the card. */
export const NullableLast4 = nullable(Last4)
const Month = Type.String({
  pattern: '^(0[1-9]|1[0-2])$',
  maxLength: 2,
  description: 'The month in which the card expires, `01` to `12`.',
})
const Year = Type.String({
  pattern: '^[0-9]{4}$',
  maxLength: 4,
  description: 'The year in which the card expires, four digits.',
})

/** The fields of a card's expiry: null until the issuer has created the card. */
export const NullableMonth = nullable(Month)
export const NullableYear = nullable(Year)

/** The field `credentialsLockedUntil` of cards and their events. */
export const CredentialsLockedUntil = Type.String({
  ...Timestamp,
  description:
    'The time until which purchases by card number are declined, after five wrong expiries or CVVs in a row.',
})

export const CardIssuer = Type.Enum(issuerNames, {
  description: 'The issuer of the card. Default: the setting `PURSER_ISSUER`.',
})

export const IssuerError = Type.String({
  maxLength: 500,
  description: 'Why the last call to the issuer about the card failed.',
})

export const IssuedBy = Type.Object(
  {
    name: Type.Enum(externalIssuers),
    state: Type.Enum(['pending', 'ready', 'failed'], {
      description:
        'The state of the card at the issuer. `pending`: the issuer has not made the card yet. `failed`: the issuer refused a call, or has not answered for 72 hours.',
    }),
    pendingCalls: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many calls to the issuer about the card are still to be made.',
    }),
    lastError: nullable(IssuerError),
  },
  { title: 'IssuedBy', description: 'The issuer of the card. Absent: Purser issues it.' },
)
export type IssuedBy = Static<typeof IssuedBy>
