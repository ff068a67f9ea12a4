import { type TSchemaOptions, Type } from 'typebox'
import { PositiveAmountCents } from '../contract/primitives.ts'
import { MAX_ORDER_ITEMS } from '../contract/resources/orders.ts'

/**
 * A text field of a tool. Only its length is bounded here, because a model reads every word of a tool's schema. The API makes all other
 * checks, with errors that are as good.
 */
export const textToolField = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** A choice between several words. Its schema also names the type, because some models refuse a list of tools in which it is missing. */
export const choiceToolField = <const T extends string>(words: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: words, ...options })

/** Fields that several tools take. They have the contract's schemas, described in fewer words, because a model reads all of them. */
export const amountToolField = Type.Integer({ ...PositiveAmountCents, description: 'In minor units: cents.' })
export const merchantToolField = textToolField(256, "The shop's name.")
export const originToolField = Type.Optional(textToolField(2048, 'https://shop.example'))
export const purposeToolField = textToolField(500, 'What it is for.')
export const intentIdToolField = textToolField(64, 'From declare_intent.')
export const subscriptionIdToolField = textToolField(64, 'The subscription.')
const item = Type.Object(
  { description: textToolField(200, 'What.'), quantity: Type.Integer(), amount: Type.Integer() },
  { additionalProperties: false },
)
export const itemsToolField = Type.Optional(
  Type.Array(item, {
    maxItems: MAX_ORDER_ITEMS,
    description: 'Adds up to `amount`, with tax.',
  }),
)
export const cardIdToolField = Type.Optional(textToolField(64, 'If several.'))
export const mccToolField = Type.Optional(textToolField(16, '4 digits.'))
export const countryToolField = Type.Optional(textToolField(64, '2 letters.'))

/** How many seconds one call of a tool may wait: clients give up on a tool after a minute. */
export const MAX_TOOL_WAIT_SECONDS = 50
export const waitSecondsToolField = Type.Optional(
  Type.Integer({ minimum: 0, maximum: MAX_TOOL_WAIT_SECONDS, description: 'Longest wait.' }),
)

export const limitToolField = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default 10.' }))
export const cursorToolField = Type.Optional(Type.String({ maxLength: 1024, description: 'The last nextCursor.' }))
