import { Type } from 'typebox'

export const Receipt = Type.Object(
  {
    receipt: Type.String({
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{86}$',
      maxLength: 65_536,
      description:
        'A compact JWS (ES256) that `GET /.well-known/jwks.json` verifies, outside `/v1`: transaction, account, type, whether the issuer stood in, last four digits, agent, amount, currency, merchant, decision, reasons, version of the policies, intent and approval, sequence and time.',
    }),
  },
  { title: 'Receipt' },
)
