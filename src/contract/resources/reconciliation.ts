import { Type, type Static } from 'typebox'
import { Timestamp } from '../primitives.ts'

/** Fields that can differ between Purser and the issuer: three of a card, and three sums of a purchase. */
export const ReconciledField = Type.Enum(['status', 'last4', 'token', 'held', 'captured', 'refunded'])

export const IssuerDifference = Type.Object(
  {
    issuer: Type.String(),
    cardId: Type.Union([Type.String(), Type.Null()], {
      description: 'The id of the card. Null: the card is not one of the first account.',
    }),
    cardToken: Type.Union([Type.String(), Type.Null()], { description: "The issuer's id of the card." }),
    reference: Type.Union([Type.String(), Type.Null()], {
      description:
        "The issuer's id of the authorization, or of a movement of money without one. Null: the difference is about the card.",
    }),
    field: ReconciledField,
    here: Type.Union([Type.String(), Type.Integer(), Type.Null()], {
      description: 'The value of the field in Purser. Null: Purser does not know it.',
    }),
    there: Type.Union([Type.String(), Type.Integer(), Type.Null()], {
      description: 'The value of the field at the issuer. Null: the issuer does not know it.',
    }),
    fixed: Type.Boolean(),
  },
  { title: 'IssuerDifference', additionalProperties: false },
)
export type IssuerDifference = Static<typeof IssuerDifference>

/** The output of `purser reconcile --json`. */
export const Reconciliation = Type.Object(
  {
    since: Timestamp,
    issuers: Type.Array(Type.String()),
    cards: Type.Integer({ minimum: 0, description: 'How many cards the issuers have.' }),
    purchases: Type.Integer({ minimum: 0, description: 'How many purchases the issuers have since `since`.' }),
    differences: Type.Array(IssuerDifference),
  },
  { title: 'Reconciliation', additionalProperties: false },
)
export type Reconciliation = Static<typeof Reconciliation>
