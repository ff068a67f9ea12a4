import { Type, type Static } from 'typebox'
import { issuerNames } from '../../issuers/names.ts'
import { DEMO_EMAIL } from '../demo-email.ts'
import { passkeyConfirmableBody, PasskeyAssertion } from './passkeys.ts'
import { mergePatchSchema } from '../patch.ts'
import { AmountCents, Currency, CurrencyCode, Id, Timestamp } from '../primitives.ts'

const name = Type.String({ minLength: 1, maxLength: 200 })
const approvalPasskeyAbove = Type.Integer({
  ...AmountCents,
  description:
    'Amount in minor units of `currency`. A person who decides about an intent that may cost more, that has no ceiling, or that is in another currency, has to confirm the decision with a passkey. Absent: no decision needs one.',
})
const numbersNeedPasskey = Type.Boolean({
  description:
    'Whether every person has to confirm a read of a card number with a passkey. Otherwise only people who have a passkey have to. API keys cannot confirm.',
})
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'The time zone in which people read days and CSV files, as an IANA name such as `Europe/Berlin`. Limits, and the sums of `GET /stats/spend`, have days of UTC.',
})

const currency = {
  ...Currency,
  description: 'The currency of new customers that name none, as ISO 4217 code. Customers keep the one that they have.',
}

const AccountIssuer = Type.Object(
  {
    name: Type.Enum(issuerNames),
    givesNumbers: Type.Boolean({
      description:
        "Whether `POST /cards/{cardId}/details` answers with the numbers of the issuer's cards. Otherwise the issuer shows them itself, with `POST /cards/{cardId}/number-session`.",
    }),
    needsBilling: Type.Boolean({
      description: 'Whether the issuer needs `billing` for the first card of a customer, and a `name` of the customer.',
    }),
  },
  { title: 'AccountIssuer' },
)

const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why all spending is stopped or resumed, in the words of the caller.',
})

const AccountStop = Type.Object(
  {
    at: Timestamp,
    by: Type.String({ maxLength: 256, description: 'The id of the API key or the person that stopped all spending.' }),
    name: Type.String({
      maxLength: 256,
      description: 'The name that the API key or the person had when spending was stopped.',
    }),
    reason,
  },
  {
    title: 'AccountStop',
    description: 'Who stopped all spending of the account, when, and why. Present while spending is stopped.',
  },
)

const AccountDemo = Type.Object(
  { customerId: Id },
  {
    title: 'AccountDemo',
    description: `Present while a customer with the email \`${DEMO_EMAIL}\` is active: the demo company of the dashboard, whose purchases are made up.`,
  },
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
    timeZone,
    currency: Type.String({ ...CurrencyCode, description: currency.description }),
    issuers: Type.Optional(
      Type.Array(AccountIssuer, {
        maxItems: issuerNames.length,
        description:
          "The issuers of the account's cards. The first one issues a card that names none. Absent: only Purser issues cards.",
      }),
    ),
    stopped: Type.Optional(AccountStop),
    demo: Type.Optional(AccountDemo),
    createdAt: Timestamp,
  },
  { title: 'Account' },
)
export type Account = Static<typeof Account>

export const UpdateAccountBody = passkeyConfirmableBody(
  mergePatchSchema(
    Type.Object(
      {
        name: Type.Optional(name),
        approvalPasskeyAbove: Type.Optional(approvalPasskeyAbove),
        numbersNeedPasskey: Type.Optional(numbersNeedPasskey),
        timeZone: Type.Optional(timeZone),
        currency: Type.Optional(Type.String(currency)),
      },
      { additionalProperties: false },
    ),
    ['name', 'numbersNeedPasskey', 'timeZone', 'currency'],
  ),
)
