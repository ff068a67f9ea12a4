import { Type, type Static } from 'typebox'
import { CapKind, limitWindows } from '../../policy.ts'
import { BudgetWindowAnswer } from '../budget.ts'
import { AmountCents, AmountsCurrency, Id } from '../../primitives.ts'

/**
 * How many active customers, agents and cards an answer about the tightest limits compares at most. Where there are more, it compares the
 * newest.
 */
export const MAX_LEVELS_IN_BUDGET_STATS = { customers: 100, agents: 200, cards: 400 } as const
/** How many limits an answer about the tightest limits lists at most, and how many ids its request may name. */
export const MAX_LIMITS_IN_BUDGET_STATS = 100

const LEVEL_ID = '(cust|agt|card)_[0-9a-hjkmnp-tv-z]{26}'

export const BudgetStatsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMITS_IN_BUDGET_STATS, default: 10 })),
    ids: Type.Optional(
      Type.String({
        pattern: `^${LEVEL_ID}(,${LEVEL_ID}){0,${MAX_LIMITS_IN_BUDGET_STATS - 1}}$`,
        maxLength: MAX_LIMITS_IN_BUDGET_STATS * 32,
        description: `At most ${MAX_LIMITS_IN_BUDGET_STATS} ids of customers, agents and cards, with commas between them: only the limits of these, whatever their status. Ids of nothing are left out.`,
      }),
    ),
  },
  { additionalProperties: false },
)

const BudgetLimit = Type.Object(
  {
    level: Type.Enum(['customer', 'agent', 'card'], {
      description: 'The level that has the limit. `card` only in answers to requests with `ids`.',
    }),
    id: Id,
    name: Type.String({
      maxLength: 512,
      description:
        'The name of the customer, agent or card that has the limit; without a name, the email address of a customer, else the id.',
    }),
    kind: CapKind,
    window: Type.Enum([...limitWindows]),
    currency: Type.Optional(AmountsCurrency),
    limit: AmountCents,
    spent: Type.Integer({
      ...AmountCents,
      description:
        'What counts towards the limit, in minor units. More than `limit` where the limit was lowered since, or a capture was forced.',
    }),
    held: Type.Integer({
      ...AmountCents,
      description: 'The part of `spent`, in minor units, that is authorized and still open.',
    }),
    remaining: AmountCents,
    committed: BudgetWindowAnswer.properties.committed,
    resetsAt: BudgetWindowAnswer.properties.resetsAt,
    cards: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1, maximum: MAX_LEVELS_IN_BUDGET_STATS.cards }),
          tightestId: Id,
          isPartial: Type.Optional(
            Type.Boolean({
              description:
                'True, in answers to requests with `ids`: more active cards have the limit than were compared.',
            }),
          ),
        },
        {
          description:
            'How many active cards have the limit, and which of them the amounts are of. Present where the limit is counted for each card.',
        },
      ),
    ),
    capLevel: Type.Optional(
      Type.Enum(['customer', 'agent'], {
        description:
          'The level above whose hard cap the limit is, with `ids`, where the agent or card has no limit of its own over time. Everything beneath that level counts towards the cap.',
      }),
    ),
  },
  { title: 'BudgetLimit' },
)

export const BudgetStats = Type.Object(
  {
    data: Type.Array(BudgetLimit, {
      maxItems: MAX_LIMITS_IN_BUDGET_STATS,
      description:
        'The most used limit over time of each customer and agent that sets one, those that are used most first. With `ids`, also of each card.',
    }),
    hasMore: Type.Boolean({ description: 'Whether more customers and agents have a limit over time than `data` has.' }),
    isPartial: Type.Boolean({
      description: `Whether the account has more than the ${MAX_LEVELS_IN_BUDGET_STATS.customers} newest active customers, ${MAX_LEVELS_IN_BUDGET_STATS.agents} agents and ${MAX_LEVELS_IN_BUDGET_STATS.cards} cards that were compared; with \`ids\`, whether one of these has more cards than were compared.`,
    }),
  },
  { title: 'BudgetStats' },
)
export type BudgetStats = Static<typeof BudgetStats>
