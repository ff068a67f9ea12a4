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
    level: Type.Enum([...policyLevels], { description: 'The level whose rules the backtest changes.' }),
    id: IdInput,
    policy: patchOf(
      Policy,
      'The change of the policy to test, which is merged into the current policy as a PATCH does. Absent: each decision keeps the policy that it had.',
    ),
    limits: patchOf(
      LimitsInput,
      'The change of the hard caps to test, which is merged into the current caps. Absent: each decision keeps the caps that it had.',
    ),
    from: Type.Optional(
      Type.String({
        ...TimestampInput,
        description:
          'The beginning, included, of the range whose decisions are made again. Default: 30 days before `to`.',
      }),
    ),
    to: Type.Optional(
      Type.String({
        ...TimestampInput,
        description: 'The end, included, of the range whose decisions are made again. Default: now.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_EXAMPLES,
        default: 50,
        description: 'How many examples of changed decisions to return.',
      }),
    ),
  },
  { additionalProperties: false },
)

const Note = Type.Object(
  { code: Type.Enum(['intents_as_declared']), message: Type.String() },
  {
    title: 'BacktestNote',
    description:
      'A note on the counts of a backtest. `intents_as_declared`: the changed rules require approvals, and intents are used as they were declared and decided.',
  },
)

const Changes = {
  wouldDecline: count('How many decisions were approvals, and would be declines under the changed rules.'),
  wouldApprove: count('How many decisions were declines, and would be approvals under the changed rules.'),
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
  reasons: Type.Array(Reason, {
    ...DeclineReasons,
    description: 'The reasons why the purchase would be declined, or why it was declined.',
  }),
  trace: Type.Array(DecisionTrace.items, {
    ...DecisionTrace,
    description: 'Every rule that the changed decision would check, in order.',
  }),
}

/** The answer of a backtest: how other rules would have decided past purchases. */
export const Backtest = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    decisions: count('How many decisions of the level, about authorizations and increments, the backtest made again.'),
    same: count('How many decisions would be the same under the changed rules.'),
    ...Changes,
    notes: Type.Array(Note, { maxItems: 10, description: 'Notes on what the counts of the backtest do not show.' }),
    elsewhere: Type.Object(Changes, {
      description:
        "What the changed rules would change for the customer's other cards, because of caps that they share.",
    }),
    byRule: Type.Array(
      Type.Object({ rule: Reason.properties.rule, code: Type.Enum([...declineCodes]), level: ReasonLevel, ...Changes }),
      {
        maxItems: 200,
        description:
          'Each rule that would decline, or that declined, with the counts of its changed decisions. The most frequent rule is first.',
      },
    ),
    examples: Type.Array(Type.Object(BacktestExampleFields), {
      maxItems: MAX_EXAMPLES,
      description: 'Examples of decisions that would change under the changed rules, newest first.',
    }),
  },
  { title: 'Backtest' },
)
export type Backtest = Static<typeof Backtest>
