import { Type, type Static } from 'typebox'
import { DecisionWord, Reason, DeclineReasons, DecisionTrace, MerchantInput } from '../decisions.ts'
import { declineCodes } from '../reasons.ts'
import { mergePatchSchema } from '../patch.ts'
import { LimitsInput, Policy, policyLevels, ReasonLevel } from '../policy.ts'
import { AmountCents, CurrencyCode, Id, IdInput, Timestamp, TimestampInput } from '../primitives.ts'

/** How many authorizations and steps of a customer one backtest decides again at most. */
export const MOST_BACKTEST_ENTRIES = 250_000

const MAX_EXAMPLES = 100
const count = (description: string) => Type.Integer({ minimum: 0, maximum: MOST_BACKTEST_ENTRIES, description })
const patchOf = <T extends typeof Policy | typeof LimitsInput>(schema: T, description: string) =>
  Type.Optional(Type.Union([mergePatchSchema(schema), Type.Null()], { description }))

export const BacktestBody = Type.Object(
  {
    level: Type.Enum([...policyLevels], { description: 'The level whose rules would change.' }),
    id: IdInput,
    policy: patchOf(
      Policy,
      'Merged into the current policy, as a PATCH does. Absent: each decision keeps its own policy.',
    ),
    limits: patchOf(LimitsInput, 'Merged into the current caps. Absent: each decision keeps its own caps.'),
    from: Type.Optional(Type.String({ ...TimestampInput, description: 'Default: 30 days before `to`.' })),
    to: Type.Optional(Type.String({ ...TimestampInput, description: 'Default: now. Both moments are included.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_EXAMPLES, default: 50, description: 'How many examples to return.' }),
    ),
  },
  { additionalProperties: false },
)

const Note = Type.Object(
  { code: Type.Enum(['intents_as_declared']), message: Type.String() },
  {
    title: 'BacktestNote',
    description:
      '`intents_as_declared`: the rules require approvals, and intents are used as they were declared and decided.',
  },
)

const Changes = {
  wouldDecline: count('Approved then, and would be declined.'),
  wouldApprove: count('Declined then, and would be approved.'),
}

export const BacktestExampleFields = {
  transactionId: Id,
  cardId: Id,
  kind: Type.Enum(['authorization', 'increment']),
  at: Timestamp,
  amount: AmountCents,
  currency: Type.Optional(CurrencyCode),
  merchant: Type.Optional(Type.Object(MerchantInput.properties, { title: 'Merchant' })),
  was: DecisionWord,
  would: DecisionWord,
  reasons: Type.Array(Reason, { ...DeclineReasons, description: 'Why it would be declined, or why it was.' }),
  trace: Type.Array(DecisionTrace.items, {
    ...DecisionTrace,
    description: 'Every rule that would be checked, in order.',
  }),
}

/** The answer of a backtest: how other rules would have decided past purchases. */
export const Backtest = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    decisions: count('Authorizations and increments of the level that were made again.'),
    same: count('Would be decided as they were.'),
    ...Changes,
    notes: Type.Array(Note, { maxItems: 10, description: 'What the counts do not show.' }),
    elsewhere: Type.Object(Changes, {
      description: "What it would change for the customer's other cards, because of caps that they share.",
    }),
    byRule: Type.Array(
      Type.Object({ rule: Reason.properties.rule, code: Type.Enum([...declineCodes]), level: ReasonLevel, ...Changes }),
      {
        maxItems: 200,
        description: 'Each rule that would decline, or that declined, with its count. The most frequent rule is first.',
      },
    ),
    examples: Type.Array(Type.Object(BacktestExampleFields), {
      maxItems: MAX_EXAMPLES,
      description: 'Decisions that would change, newest first.',
    }),
  },
  { title: 'Backtest' },
)
export type Backtest = Static<typeof Backtest>
