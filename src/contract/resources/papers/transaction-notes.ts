import { Type, type Static } from 'typebox'
import { FreeFormObject } from '../../primitives.ts'

/** How many texts the coding of a transaction has at most. */
export const MOST_TRANSACTION_CODING_TEXTS = 20

export const TransactionMemo = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A sentence about the purchase, for the people who keep the books.',
})

/** The names of coding. A service checks them, because its complaint can say more than that a member is not known. */
export const TRANSACTION_CODING_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/
const CodingText = Type.String({ minLength: 1, maxLength: 100 })

const coding = {
  description:
    'Under which accounts, tax codes and the like the purchase is booked: up to 20 texts of 100 characters. Names have up to 40 letters, digits, `_`, `.` and `-`.',
} as const

export const TransactionCoding = Type.Record(Type.String(), CodingText, coding)
export type TransactionCoding = Static<typeof TransactionCoding>

const unset = Type.Null()

/** The fields of a transaction that can be changed: its notes, because a transaction is decided once (contract, section 10). */
export const UpdateTransactionBody = Type.Object(
  {
    metadata: Type.Optional(Type.Union([FreeFormObject, unset])),
    memo: Type.Optional(Type.Union([TransactionMemo, unset])),
    coding: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Union([CodingText, unset]), coding), unset])),
  },
  { additionalProperties: false },
)
