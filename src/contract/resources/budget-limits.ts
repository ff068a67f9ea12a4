import { Type, type Static } from 'typebox'
import { CapKind, limitWindows } from '../policy.ts'
import { AmountCents, AmountsCurrency, Id, Timestamp } from '../primitives.ts'

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
    level: Type.Enum(['customer', 'agent', 'card'], { description: 'Whose limit it is. `card` only with `ids`.' }),
    id: Id,
    name: Type.String({ maxLength: 512, description: 'Of a customer without a name, the email address; else the id.' }),
    kind: CapKind,
    window: Type.Enum([...limitWindows]),
    currency: Type.Optional(AmountsCurrency),
    limit: AmountCents,
    spent: Type.Integer({ ...AmountCents, description: 'More than `limit` where it was lowered since, or forced.' }),
    held: Type.Integer({ ...AmountCents, description: 'The cents of `spent` that are authorized and still open.' }),
    remaining: AmountCents,
    committed: Type.Optional(Type.Integer({ ...AmountCents, description: 'As in budgets.' })),
    resetsAt: Type.Optional(Type.String({ ...Timestamp, description: 'As in budgets.' })),
    cards: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1, maximum: MAX_LEVELS_IN_BUDGET_STATS.cards }),
          tightestId: Id,
          isPartial: Type.Optional(
            Type.Boolean({ description: 'With `ids`: there are more active cards than were compared.' }),
          ),
        },
        {
          description:
            'Where the limit is counted for each card: how many active cards have it, and the one that the amounts are of.',
        },
      ),
    ),
    capLevel: Type.Optional(
      Type.Enum(['customer', 'agent'], {
        description:
          'With `ids`, where the agent or card has no limit of its own over time: the level above whose hard cap it is. Everything beneath that level counts.',
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
        'One for each customer and agent that sets a limit over time: the one of which most is used. With `ids`, also for each card.',
    }),
    hasMore: Type.Boolean({ description: 'Whether more customers and agents have one.' }),
    isPartial: Type.Boolean({
      description: `Whether the account has more than the ${MAX_LEVELS_IN_BUDGET_STATS.customers} newest active customers, ${MAX_LEVELS_IN_BUDGET_STATS.agents} agents and ${MAX_LEVELS_IN_BUDGET_STATS.cards} cards that were compared; with \`ids\`, whether one of these has more cards than were compared.`,
    }),
  },
  { title: 'BudgetStats' },
)
export type BudgetStats = Static<typeof BudgetStats>
