import { Type, type Static, type TSchema } from 'typebox'
import { askingIssuers, issuerNames, issuerTitle } from '../../issuers/names.ts'
import { sheets } from '../../issuers/sheets.ts'
import { Purpose } from './intents/intent-fields.ts'
import { confirmable, PasskeyAssertion } from './passkeys.ts'
import { mergePatch } from '../patch.ts'
import { Limits, LimitsInput, Policy, PolicyWarnings } from '../policy.ts'
import {
  Address,
  CurrencyCode,
  FreeForm,
  Id,
  IdInput,
  MerchantName,
  NullableId,
  NullableTimestamp,
  Timestamp,
} from '../primitives.ts'
import { ShadowPolicy } from './shadows.ts'

export const CardType = Type.Enum(['virtual', 'physical'])
export const CardUsage = Type.Enum(['single', 'multi'])
export const CardStatus = Type.Enum(['active', 'frozen', 'closed'])
export type CardStatus = Static<typeof CardStatus>

/** The card statuses that requests may name: `locked` means frozen, `canceled` and `cancelled` mean closed (contract, section 7). */
export const CardStatusInput = Type.Enum(['active', 'frozen', 'closed', 'locked', 'canceled', 'cancelled'])
export type CardStatusInput = Static<typeof CardStatusInput>

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Last4 = Type.String({ pattern: '^[0-9]{4}$', maxLength: 4, description: 'Last four digits of the card number.' })
/** The field `last4` of cards and their events: null until the issuer has created the card. */
export const NullableLast4 = nullable(Last4)
const Month = Type.String({
  pattern: '^(0[1-9]|1[0-2])$',
  maxLength: 2,
  description: 'Month of the expiry, `01` to `12`.',
})
const Year = Type.String({ pattern: '^[0-9]{4}$', maxLength: 4, description: 'Year of the expiry.' })

/** The field `credentialsLockedUntil` of cards and their events. */
export const CredentialsLockedUntil = Type.String({
  ...Timestamp,
  description: 'Purchases by number are declined until then, after five wrong expiries or CVVs in a row.',
})

/** The field `label` or `cardLabel` of cards, intents and approvals. */
export const CardLabel = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The name that people give the card.',
})

const IssuerName = Type.Enum(issuerNames, { description: 'Who issues the card. Default: the setting `PURSER_ISSUER`.' })

export const IssuerError = Type.String({ maxLength: 500, description: 'Why the last call to the issuer failed.' })

const IssuedBy = Type.Object(
  {
    name: Type.Enum(askingIssuers),
    state: Type.Enum(['pending', 'ready', 'failed'], {
      description:
        '`pending`: the issuer has not made the card yet. `failed`: the issuer refused a call, or has not answered for 72 hours.',
    }),
    pendingCalls: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many calls to the issuer are still to be made.',
    }),
    lastError: nullable(IssuerError),
  },
  { title: 'IssuedBy', description: 'The issuer of the card. Absent: Purser issues it.' },
)
export type IssuedBy = Static<typeof IssuedBy>

export const Card = Type.Object(
  {
    id: Id,
    customerId: NullableId,
    agentId: NullableId,
    type: CardType,
    currency: Type.String({ ...CurrencyCode, description: "The customer's currency, as ISO 4217 code." }),
    usage: CardUsage,
    status: CardStatus,
    last4: NullableLast4,
    expMonth: nullable(Month),
    expYear: nullable(Year),
    limits: Limits,
    merchantLock: nullable(MerchantName),
    expiresAt: NullableTimestamp,
    lastSpendAt: NullableTimestamp,
    firstSpendAt: NullableTimestamp,
    singleUseConsumedAt: NullableTimestamp,
    credentialsLockedUntil: Type.Optional(CredentialsLockedUntil),
    policy: Policy,
    shadowPolicy: ShadowPolicy,
    label: Type.Optional(CardLabel),
    configuration: Type.Optional(FreeForm),
    metadata: Type.Optional(FreeForm),
    billing: Type.Optional(Address),
    shipping: Type.Optional(Address),
    issuer: Type.Optional(IssuedBy),
    createdAt: NullableTimestamp,
  },
  { title: 'Card' },
)
export type Card = Static<typeof Card>

const { lastSpendAt: _lastSpendAt, issuer: _issuer, ...cardOfEvent } = Card.properties
/** A card as its events show it, without what is stored apart from it: its last purchase and its issuer's last answer. */
export const CardOfEvent = Type.Object(cardOfEvent, { title: 'CardOfEvent' })
export type CardOfEvent = Static<typeof CardOfEvent>

/** The answer to creating or changing a card, with the warnings of `GET /cards/{cardId}/policy`. */
export const ChangedCard = Type.Object({ ...Card.properties, warnings: PolicyWarnings }, { title: 'ChangedCard' })
export type ChangedCard = Static<typeof ChangedCard>

const changeable = {
  status: Type.Optional(CardStatusInput),
  usage: Type.Optional(CardUsage),
  limits: Type.Optional(LimitsInput),
  policy: Type.Optional(Policy),
  shadowPolicy: ShadowPolicy,
  billing: Type.Optional(Address),
  label: Type.Optional(CardLabel),
  configuration: Type.Optional(FreeForm),
  metadata: Type.Optional(FreeForm),
}

export const CreateCardBody = Type.Object(
  {
    customerId: IdInput,
    agentId: Type.Optional(IdInput),
    type: Type.Optional(CardType),
    issuer: Type.Optional(IssuerName),
    shipping: Type.Optional(Address),
    ...changeable,
  },
  { additionalProperties: false },
)
export const UpdateCardBody = confirmable(
  mergePatch(Type.Object(changeable, { additionalProperties: false }), ['status', 'usage']),
)

export const CardDetailsBody = Type.Object(
  {
    intentId: Type.Optional(IdInput),
    purpose: Type.Optional(Purpose),
    proof: Type.Optional(PasskeyAssertion),
  },
  { additionalProperties: false },
)

const sessions = askingIssuers.flatMap((name) => {
  const { numberSession } = sheets[name]
  return numberSession === null ? [] : [`for ${issuerTitle(name)} ${numberSession.session}`]
})

/** The description of the field `nonce` or `origin` of a number session, for the issuers that bind their sessions to it. */
const boundTo = (field: 'nonce' | 'origin'): string =>
  askingIssuers
    .flatMap((name) => {
      const { numberSession } = sheets[name]
      return numberSession?.boundTo === field
        ? [`For cards of ${issuerTitle(name)}: ${numberSession.description}.`]
        : []
    })
    .join(' ')

export const NumberSessionBody = Type.Object(
  {
    ...CardDetailsBody.properties,
    nonce: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: boundTo('nonce'),
      }),
    ),
    origin: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
        description: boundTo('origin'),
        examples: ['https://cards.example.com'],
      }),
    ),
  },
  { additionalProperties: false },
)

/** The data with which a browser gets a card number from the card's issuer. It contains no digit of the number. */
export const NumberSession = Type.Object(
  {
    issuer: Type.Enum(askingIssuers),
    session: Type.String({
      maxLength: 8192,
      description: `The value that the issuer's own script in the browser needs: ${sessions.join(', ')}.`,
    }),
    expiresAt: Timestamp,
    accessEventId: Id,
  },
  { title: 'NumberSession' },
)

/** The body of a request for the passkey options of a number read: what the person is to confirm. */
export const CreateDetailsOptionsBody = Type.Object(
  {
    intentId: Type.Optional(IdInput),
    purpose: Type.Optional(Purpose),
    sealTo: Type.Optional(
      Type.String({ ...IdInput, description: 'The filler, if the number is sealed for one (`sealed-details`).' }),
    ),
  },
  { additionalProperties: false },
)

/** The only answer that has a card number. */
export const CardCredentials = Type.Object(
  {
    pan: Type.String({ pattern: '^[0-9]{16}$', maxLength: 16, description: 'Full card number.' }),
    exp: Type.String({ pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$', maxLength: 5, description: 'Expiry, `MM/YY`.' }),
    cvv: Type.String({ pattern: '^[0-9]{3}$', maxLength: 3, description: 'Card verification value.' }),
    accessEventId: Id,
  },
  { title: 'CardCredentials' },
)

export const FreezeCardBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Why. The event `card.frozen` has this text.' }),
    ),
  },
  { additionalProperties: false },
)
