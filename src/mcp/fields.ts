import { type TSchema, Type } from 'typebox'
import { Country, IdInput, MerchantName, Mcc, PositiveAmountCents } from '../contract/primitives.ts'
import { Purpose } from '../contract/intents.ts'

/** Examples cost a model more than they tell it. */
export function plain(schema: TSchema): TSchema {
  const { examples: _examples, ...rest } = schema as TSchema & { examples?: unknown }
  return rest
}

/** Fields that several tools take: the contract's, in fewer words, because a model reads every one. */
export const amount = Type.Integer({ ...PositiveAmountCents, description: 'Total, cents of USD.' })
export const merchant = Type.String({ ...MerchantName, description: 'The shop, as its checkout names it.' })
export const purpose = Type.String({ ...Purpose, description: 'What it is for.' })
export const intentId = Type.String({ ...IdInput, description: 'As declare_intent gave it.' })
export const cardId = Type.Optional(Type.String({ ...IdInput, description: 'Needed where you have several.' }))
export const mcc = Type.Optional(Type.String({ ...plain(Mcc), description: 'Category code, if known.' }))
export const country = Type.Optional(Type.String({ ...plain(Country), description: 'Country of the shop, if known.' }))

export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'At most. Default 10.' }))
export const cursor = Type.Optional(Type.String({ maxLength: 1024, description: 'For more: `nextCursor`.' }))
