import { Type, type Static } from 'typebox'
import { IssuerNames } from './cards.ts'
import { confirmable, PasskeyAssertion } from './passkeys.ts'
import { mergePatch } from '../patch.ts'
import { AmountCents, Id, Timestamp } from '../primitives.ts'

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

const AccountIssuer = Type.Object(
  {
    name: Type.Enum(IssuerNames),
    givesNumbers: Type.Boolean({
      description:
        'Whether `POST /cards/{cardId}/details` answers with the numbers of its cards; else it shows them itself, by `POST /cards/{cardId}/number-session`.',
    }),
    needsBilling: Type.Boolean({
      description: 'Whether the first card of a customer takes `billing`, and the customer a `name`.',
    }),
  },
  { title: 'AccountIssuer' },
)

const reason = Type.String({ minLength: 1, maxLength: 500, description: 'Why, for whoever reads it.' })

const AccountStop = Type.Object(
  {
    at: Timestamp,
    by: Type.String({ maxLength: 256, description: 'Id of the key or the person.' }),
    name: Type.String({ maxLength: 256, description: 'Of the key or the person, as it was then.' }),
    reason,
  },
  { title: 'AccountStop', description: 'All spending is stopped. Left out: it is not.' },
)

export const StopAccountBody = Type.Object({ reason }, { additionalProperties: false })
export const ResumeOptionsBody = Type.Object({ reason }, { additionalProperties: false })
export const ResumeAccountBody = Type.Object(
  { reason, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)

export const Account = Type.Object(
  {
    id: Id,
    name,
    approvalPasskeyAbove: Type.Optional(approvalPasskeyAbove),
    numbersNeedPasskey,
    issuers: Type.Optional(
      Type.Array(AccountIssuer, {
        maxItems: IssuerNames.length,
        description: 'Who can issue its cards: the first one does where a card names none. Left out: Purser alone can.',
      }),
    ),
    stopped: Type.Optional(AccountStop),
    createdAt: Timestamp,
  },
  { title: 'Account' },
)
export type Account = Static<typeof Account>

export const UpdateAccountBody = confirmable(
  mergePatch(
    Type.Object(
      {
        name: Type.Optional(name),
        approvalPasskeyAbove: Type.Optional(approvalPasskeyAbove),
        numbersNeedPasskey: Type.Optional(numbersNeedPasskey),
      },
      { additionalProperties: false },
    ),
    ['name', 'numbersNeedPasskey'],
  ),
)
