import { type TSchemaOptions, Type } from 'typebox'
import { PositiveAmountCents } from '../contract/primitives.ts'
import { MAX_ORDER_ITEMS } from '../contract/resources/orders.ts'

/**
 * A text field of a tool. Only its length is bounded here, because a model reads every word of a tool's schema. The API makes all other
 * checks, with errors that are as good.
 */
export const textField = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** A choice between several words. Its schema also names the type, because some models refuse a list of tools in which it is missing. */
export const choice = <const T extends string>(words: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: words, ...options })

/** Fields that several tools take. They have the contract's schemas, described in fewer words, because a model reads all of them. */
export const amount = Type.Integer({ ...PositiveAmountCents, description: 'In minor units: cents.' })
export const merchant = textField(256, "The shop's name.")
export const origin = Type.Optional(textField(2048, 'https://shop.example'))
export const purpose = textField(500, 'What it is for.')
export const intentId = textField(64, 'From declare_intent.')
export const subscriptionId = textField(64, 'The subscription.')
const item = Type.Object(
  { description: textField(200, 'What.'), quantity: Type.Integer(), amount: Type.Integer() },
  { additionalProperties: false },
)
export const items = Type.Optional(
  Type.Array(item, {
    maxItems: MAX_ORDER_ITEMS,
    description: 'Adds up to `amount`, with tax.',
  }),
)
export const cardId = Type.Optional(textField(64, 'If several.'))
export const mcc = Type.Optional(textField(16, '4 digits.'))
export const country = Type.Optional(textField(64, '2 letters.'))

/** How many seconds one call of a tool may wait: clients give up on a tool after a minute. */
export const LONGEST_WAIT_SECONDS = 50
export const waitSeconds = Type.Optional(
  Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS, description: 'Longest wait.' }),
)

export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default 10.' }))
export const cursor = Type.Optional(Type.String({ maxLength: 1024, description: 'The last nextCursor.' }))
