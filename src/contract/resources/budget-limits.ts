import { Type, type Static } from 'typebox'
import { CapKind, Windows } from '../policy.ts'
import { AmountCents, Id, Timestamp } from '../primitives.ts'

/** How many active customers, agents and cards one answer compares at most. Where there are more, it compares the newest. */
export const MOST_BUDGETED = { customers: 100, agents: 200, cards: 400 } as const
/** How many limits one answer lists at most. */
export const MOST_LISTED = 100

export const BudgetStatsQuery = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED, default: 10 })) },
  { additionalProperties: false },
)

const BudgetLimit = Type.Object(
  {
    level: Type.Enum(['customer', 'agent'], { description: 'Whose limit it is.' }),
    id: Id,
    name: Type.String({ maxLength: 512, description: 'Of a customer without a name, the email address; else the id.' }),
    kind: CapKind,
    window: Type.Enum([...Windows]),
    limit: AmountCents,
    spent: Type.Integer({ ...AmountCents, description: 'More than `limit` where it was lowered since, or forced.' }),
    held: Type.Integer({ ...AmountCents, description: 'The cents of `spent` that are authorized and still open.' }),
    remaining: AmountCents,
    resetsAt: Type.Optional(Type.String({ ...Timestamp, description: 'As in budgets.' })),
    cards: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1, maximum: MOST_BUDGETED.cards }),
          tightestId: Id,
        },
        {
          description:
            'Where the limit is counted for each card: how many active cards have it, and the one that the amounts are of.',
        },
      ),
    ),
  },
  { title: 'BudgetLimit' },
)

export const BudgetStats = Type.Object(
  {
    data: Type.Array(BudgetLimit, {
      maxItems: MOST_LISTED,
      description: 'One for each customer and agent that sets a limit over time: the one of which most is used.',
    }),
    hasMore: Type.Boolean({ description: 'Whether more customers and agents have one.' }),
    isPartial: Type.Boolean({
      description: `Whether the account has more than the ${MOST_BUDGETED.customers} newest active customers, ${MOST_BUDGETED.agents} agents and ${MOST_BUDGETED.cards} cards that were compared.`,
    }),
  },
  { title: 'BudgetStats' },
)
export type BudgetStats = Static<typeof BudgetStats>
