import { Type, type Static } from 'typebox'
import { externalIssuers, issuerTitle } from '../../issuers/names.ts'
import { issuerSheets } from '../../issuers/sheets.ts'
import { PolicyWarnings } from '../policy.ts'
import { Id, IdInput, Timestamp } from '../primitives.ts'
import { cardSheet } from '../sheets/card.ts'
import { resourceAnswerFields, resourceCreateBody, resourceUpdateBody } from '../sheets/schemas.ts'
import { PurposeText } from './intents/intent-fields.ts'
import { passkeyConfirmableBody, PasskeyAssertion } from './passkeys.ts'

/** A card in answers: the fields of `cardSheet`. */
export const Card = Type.Object(resourceAnswerFields(cardSheet), { title: 'Card' })
export type Card = Static<typeof Card>

const { lastSpendAt: _lastSpendAt, issuer: _issuer, ...cardOfEvent } = Card.properties
/** A card as its events show it, without what is stored apart from it: its last purchase and its issuer's last answer. */
export const CardOfEvent = Type.Object(cardOfEvent, { title: 'CardOfEvent' })
export type CardOfEvent = Static<typeof CardOfEvent>

/** The answer to creating or changing a card, with the warnings of `GET /cards/{cardId}/policy`. */
export const ChangedCard = Type.Object({ ...Card.properties, warnings: PolicyWarnings }, { title: 'ChangedCard' })
export type ChangedCard = Static<typeof ChangedCard>

export const CreateCardBody = resourceCreateBody(cardSheet)
export const UpdateCardBody = passkeyConfirmableBody(resourceUpdateBody(cardSheet))

export const CardDetailsBody = Type.Object(
  {
    intentId: Type.Optional(IdInput),
    purpose: Type.Optional(PurposeText),
    proof: Type.Optional(PasskeyAssertion),
  },
  { additionalProperties: false },
)

const sessions = externalIssuers.flatMap((name) => {
  const { numberSession } = issuerSheets[name]
  return numberSession === null ? [] : [`for ${issuerTitle(name)} ${numberSession.session}`]
})

/** The description of the field `nonce` or `origin` of a number session, for the issuers that bind their sessions to it. */
const boundTo = (field: 'nonce' | 'origin'): string =>
  externalIssuers
    .flatMap((name) => {
      const { numberSession } = issuerSheets[name]
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
    issuer: Type.Enum(externalIssuers),
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
    purpose: Type.Optional(PurposeText),
    sealTo: Type.Optional(
      Type.String({
        ...IdInput,
        description:
          'The filler for which the card number is sealed, if it is read with `POST /cards/{cardId}/sealed-details`.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The only answer that has a card number. */
export const CardCredentials = Type.Object(
  {
    pan: Type.String({ pattern: '^[0-9]{16}$', maxLength: 16, description: 'The full card number, 16 digits.' }),
    exp: Type.String({
      pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$',
      maxLength: 5,
      description: 'The expiry of the card, `MM/YY`.',
    }),
    cvv: Type.String({
      pattern: '^[0-9]{3}$',
      maxLength: 3,
      description: 'The card verification value (CVV), three digits.',
    }),
    accessEventId: Id,
  },
  { title: 'CardCredentials' },
)

export const FreezeCardBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why the card is frozen. The event `card.frozen` has this text as its `note`.',
      }),
    ),
  },
  { additionalProperties: false },
)
