import { Type } from 'typebox'
import { PositiveAmountCents } from '../contract/primitives.ts'
import { MAX_ORDER_ITEMS } from '../contract/resources/orders.ts'

/**
 * A text field of a tool. Only its length is bounded here, because a model reads every word of a tool's schema. The API makes all other
 * checks, with errors that are as good.
 */
export const text = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** Fields that several tools take. They have the contract's schemas, described in fewer words, because a model reads all of them. */
export const amount = Type.Integer({ ...PositiveAmountCents, description: 'Total, minor units: cents of USD.' })
export const merchant = text(256, 'The shop, as its checkout names it.')
export const origin = Type.Optional(text(255, 'Where the card is typed in: https://shop.example'))
export const purpose = text(500, 'What it is for.')
export const intentId = text(64, 'From declare_intent.')
export const items = Type.Optional(
  Type.Array(Type.Object({ description: text(200, 'What.'), quantity: Type.Integer(), amount: Type.Integer() }), {
    maxItems: MAX_ORDER_ITEMS,
    description: 'For whoever approves: what is bought, tax and shipping too. Adds up to `amount`.',
  }),
)
export const cardId = Type.Optional(text(64, 'If you have several.'))
export const mcc = Type.Optional(text(4, 'Category code, if known.'))
export const country = Type.Optional(text(2, 'Country of the shop, if known.'))

export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 50, description: 'The most entries. Default 10.' }),
)
export const cursor = Type.Optional(Type.String({ maxLength: 1024, description: '`nextCursor` of the page before.' }))
