import { Type, type Static } from 'typebox'
import { mergePatch } from './patch.ts'
import { AmountCents, Id, Timestamp } from './primitives.ts'

const name = Type.String({ minLength: 1, maxLength: 200 })
const approvalPasskeyAbove = Type.Integer({
  ...AmountCents,
  description:
    'Cents. Who decides about an intent that may come to more, or whose ceiling is not set, confirms it with a passkey. Left out: nobody has to.',
})
const numbersNeedPasskey = Type.Boolean({
  description:
    'Whether every person who reads a card number confirms it with a passkey; else those do who have one. API keys cannot.',
})

export const Account = Type.Object(
  { id: Id, name, approvalPasskeyAbove: Type.Optional(approvalPasskeyAbove), numbersNeedPasskey, createdAt: Timestamp },
  { title: 'Account' },
)
export type Account = Static<typeof Account>

export const UpdateAccountBody = mergePatch(
  Type.Object(
    {
      name: Type.Optional(name),
      approvalPasskeyAbove: Type.Optional(approvalPasskeyAbove),
      numbersNeedPasskey: Type.Optional(numbersNeedPasskey),
    },
    { additionalProperties: false },
  ),
  ['name', 'numbersNeedPasskey'],
)
