import { Type } from 'typebox'

export const Receipt = Type.Object(
  {
    receipt: Type.String({
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{86}$',
      maxLength: 65_536,
      description:
        'The signed receipt of the decision: a compact JWS (ES256), which the keys of `GET /.well-known/jwks.json` (outside `/v1`) verify. The receipt contains: transaction, account, type, whether the issuer stood in, last four digits, agent, amount, currency, what the merchant asked for, merchant, decision, reasons, version of the policies, intent and approval, whether the cardholder was authenticated, sequence and time.',
    }),
  },
  { title: 'Receipt' },
)
