import { Type, type Static } from 'typebox'
import { CardStatus, NullableLast4 } from '../sheets/card-fields.ts'
import { CapKind, ReasonLevel, limitWindows } from '../policy.ts'
import { AmountCents, AmountsCurrency, Id, SentenceText, Timestamp } from '../primitives.ts'

/** How many cards an agent's budget lists at most. */
export const MOST_BUDGETED_CARDS = 20

/** A limit of a budget: what it counts, what is spent of it, and what remains. */
export const BudgetWindowAnswer = Type.Object(
  {
    kind: CapKind,
    window: Type.Enum([...limitWindows]),
    level: ReasonLevel,
    limit: AmountCents,
    spent: AmountCents,
    held: Type.Integer({
      ...AmountCents,
      description: 'The part of `spent`, in minor units, that is authorized and neither captured nor released yet.',
    }),
    remaining: AmountCents,
    committed: Type.Optional(
      Type.Integer({
        ...AmountCents,
        description:
          'Minor units that active subscriptions may still take from the limit: in the next 24 hours (`perDay`), the next 168 (`perWeek`), or until the end of the UTC month (`perMonth`). Absent: none.',
      }),
    ),
    resetsAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'When nothing of what is spent now counts towards the limit any longer. Absent: nothing is spent, or spend never stops counting.',
      }),
    ),
  },
  { title: 'BudgetWindow' },
)

const budget = {
  currency: Type.Optional(AmountsCurrency),
  available: Type.Union([AmountCents, Type.Null()], {
    description:
      'The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a status prevents every purchase. Null: no limit applies.',
  }),
  windows: Type.Array(BudgetWindowAnswer, {
    maxItems: 100,
    description: 'Every limit that applies to purchases now, with its spent and remaining amount.',
  }),
  rules: Type.Array(SentenceText, {
    maxItems: 50,
    description: 'The rules beside the limits that apply to purchases, in short sentences.',
  }),
  approvals: Type.Object({
    autoApproveBelow: Type.Optional(
      Type.Integer({
        ...AmountCents,
        description:
          'The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent: none does, by the rules of this level.',
      }),
    ),
    waiting: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'How many intents wait for a person to decide.',
    }),
  }),
  nextAllowedAt: Type.Optional(
    Type.String({
      ...Timestamp,
      description:
        'When the next purchase can pass without any change. Absent if it can pass now, or if waiting does not help.',
    }),
  ),
}

/** The amounts that may be spent now, and the rules that limit them. */
export const Budget = Type.Object(budget, { title: 'Budget' })
export type Budget = Static<typeof Budget>

export const AgentBudget = Type.Object(
  {
    ...budget,
    cards: Type.Array(
      Type.Object({
        cardId: Id,
        last4: NullableLast4,
        label: Type.Optional(Type.String({ maxLength: 100 })),
        status: CardStatus,
        ...budget,
      }),
      { maxItems: MOST_BUDGETED_CARDS, description: 'The newest cards of the agent that are not closed.' },
    ),
    hasMoreCards: Type.Boolean({ description: 'Whether the agent has more cards that are not closed.' }),
  },
  { title: 'AgentBudget' },
)
