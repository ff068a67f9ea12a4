import { type TSchema, Type } from 'typebox'
import { Country, IdInput, MerchantName, Mcc, PositiveAmountCents } from '../contract/primitives.ts'
import { Purpose } from '../contract/intents.ts'

/** Examples cost a model more than they tell it. */
function unexampled(schema: TSchema): TSchema {
  const { examples: _examples, ...rest } = schema as TSchema & { examples?: unknown }
  return rest
}

/** Fields that several tools take: the contract's, in fewer words, because a model reads every one. */
export const amount = Type.Integer({ ...PositiveAmountCents, description: 'Total in cents of USD: 4999 is 49.99.' })
export const merchant = Type.String({ ...MerchantName, description: 'The shop, as its checkout page names it.' })
export const purpose = Type.String({ ...Purpose, description: 'What it is for, for a person to read.' })
export const intentId = Type.String({ ...IdInput, description: 'The `intentId` that declare_intent gave.' })
export const cardId = Type.Optional(
  Type.String({ ...IdInput, description: 'Only where get_budget lists several cards.' }),
)
export const mcc = Type.Optional(
  Type.String({ ...unexampled(Mcc), description: 'Merchant category code, where you know it.' }),
)
export const country = Type.Optional(
  Type.String({ ...unexampled(Country), description: 'Country of the shop, two letters.' }),
)

export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 50, description: 'How many at most. Default 10.' }),
)
export const cursor = Type.Optional(
  Type.String({ maxLength: 1024, description: '`nextCursor` of the answer before, for more.' }),
)
