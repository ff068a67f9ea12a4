import { Type, type Static } from 'typebox'
import { BacktestExampleFields } from './backtests.ts'
import { Policy } from '../policy.ts'
import { Timestamp } from '../primitives.ts'

/** How many of the newest purchases one shadow report covers. */
export const MAX_SHADOW_REPORT_PURCHASES = 100_000
const MAX_EXAMPLES = 50

export const ShadowPolicy = Type.Optional(
  Type.Object(Policy.properties, {
    additionalProperties: false,
    title: 'ShadowPolicy',
    description:
      'Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON.',
  }),
)

const count = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_SHADOW_REPORT_PURCHASES, description })

/** How often a shadow policy decided differently from the policy. */
export const ShadowReport = Type.Object(
  {
    shadowPolicy: ShadowPolicy,
    since: Type.Optional(Type.String({ ...Timestamp, description: 'When the shadow policy was last changed.' })),
    decisions: count(
      `How many authorizations the shadow policy has decided since its last change: at most the newest ${MAX_SHADOW_REPORT_PURCHASES.toLocaleString('en')}.`,
    ),
    same: count('How many authorizations the shadow policy decided like the policy.'),
    wouldDecline: count('How many authorizations the policy approved and the shadow policy would decline.'),
    wouldApprove: count('How many authorizations the policy declined and the shadow policy would approve.'),
    examples: Type.Array(
      Type.Object({
        transactionId: BacktestExampleFields.transactionId,
        cardId: BacktestExampleFields.cardId,
        at: BacktestExampleFields.at,
        amount: BacktestExampleFields.amount,
        was: BacktestExampleFields.was,
        would: BacktestExampleFields.would,
        reasons: BacktestExampleFields.reasons,
      }),
      {
        maxItems: MAX_EXAMPLES,
        description: 'Authorizations that the shadow policy decided differently from the policy, newest first.',
      },
    ),
  },
  { title: 'Shadow' },
)
export type ShadowReport = Static<typeof ShadowReport>
