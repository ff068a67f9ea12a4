import { Type } from 'typebox'
import { PositiveAmountCents } from '../contract/primitives.ts'

/** What the API bounds is not bounded twice: a model reads every word, and its complaint is as good. */
export const text = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** Fields that several tools take: the contract's, in fewer words, because a model reads every one. */
export const amount = Type.Integer({ ...PositiveAmountCents, description: 'Total, cents of USD.' })
export const merchant = text(256, 'The shop, as its checkout names it.')
export const purpose = text(500, 'What it is for.')
export const intentId = text(64, 'As declare_intent gave it.')
export const cardId = Type.Optional(text(64, 'If you have several.'))
export const mcc = Type.Optional(text(4, 'Category code, if known.'))
export const country = Type.Optional(text(2, 'Of the shop, if known.'))

export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'At most. Default 10.' }))
export const cursor = Type.Optional(Type.String({ maxLength: 1024, description: 'For more: `nextCursor`.' }))
