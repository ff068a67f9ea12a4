import { Type, type Static } from 'typebox'
import { ExampleFields } from './backtests.ts'
import { Policy } from '../policy.ts'
import { Timestamp } from '../primitives.ts'

/** How many of the newest purchases one shadow report covers. */
export const MOST_SHADOWED = 100_000
const MAX_EXAMPLES = 50

export const ShadowPolicy = Type.Optional(
  Type.Object(Policy.properties, {
    additionalProperties: false,
    title: 'ShadowPolicy',
    description:
      'Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON.',
  }),
)

const count = (description: string) => Type.Integer({ minimum: 0, maximum: MOST_SHADOWED, description })

/** How often a shadow policy decided differently from the policy. */
export const Shadow = Type.Object(
  {
    shadowPolicy: ShadowPolicy,
    since: Type.Optional(Type.String({ ...Timestamp, description: 'When the shadow policy was last changed.' })),
    decisions: count(
      `How many authorizations it has decided since then: at most the newest ${MOST_SHADOWED.toLocaleString('en')}.`,
    ),
    same: count('Decided like the policy.'),
    wouldDecline: count('Approved, and would be declined.'),
    wouldApprove: count('Declined, and would be approved.'),
    examples: Type.Array(
      Type.Object({
        transactionId: ExampleFields.transactionId,
        cardId: ExampleFields.cardId,
        at: ExampleFields.at,
        amount: ExampleFields.amount,
        was: ExampleFields.was,
        would: ExampleFields.would,
        reasons: ExampleFields.reasons,
      }),
      { maxItems: MAX_EXAMPLES, description: 'Decisions in which the two differ, newest first.' },
    ),
  },
  { title: 'Shadow' },
)
export type Shadow = Static<typeof Shadow>
