import { currencyOut, inWords } from '../money-out.ts'
import { Type } from 'typebox'
import { cardId } from '../fields.ts'
import { foreign } from '../foreign.ts'
import { inputs, type Next, outputs, reading, tool } from '../tool.ts'

const ACTIVE = 'active'

export const getBudget = tool({
  name: 'get_budget',
  title: 'See what may be spent',
  description: 'Start here: what your cards may spend, and the rules. `available`: the most of one purchase.',
  input: inputs({ cardId }),
  output: outputs({
    cards: Type.Array(
      Type.Object({
        cardId: Type.String(),
        last4: Type.Union([Type.String(), Type.Null()]),
        label: Type.Optional(Type.String()),
        status: Type.String(),
        currency: Type.Optional(Type.String()),
        available: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        total: Type.Optional(Type.String()),
        limits: Type.Optional(
          Type.Array(
            Type.Object({
              window: Type.String(),
              setBy: Type.String(),
              limit: Type.Integer(),
              remaining: Type.Integer(),
              total: Type.String(),
            }),
          ),
        ),
        approvalFrom: Type.Optional(Type.Integer({ description: 'From so much on a person approves.' })),
        rules: Type.Optional(Type.Array(Type.String())),
        nextAllowedAt: Type.Optional(Type.String()),
      }),
    ),
  }),
  hints: reading,
  uses: ['listCards', 'getCard', 'getAgentBudget', 'getCardBudget'],

  async run({ purser, asker, signal }, { cardId: only }) {
    if (only !== undefined) {
      const [card, budget] = await Promise.all([
        purser.cards.get(only, { signal }),
        purser.cards.budget(only, { signal }),
      ])
      return { cards: [{ cardId: card.id, ...named(card), ...budgetForAgent(budget) }], next: nextOf([card]) }
    }
    if (asker.agentId === null) {
      const { data } = await purser.cards.list({ limit: 20 }, { signal })
      return {
        cards: data.map((card) => ({ cardId: card.id, ...named(card) })),
        next: { tool: 'get_budget', say: 'Name a card to see its budget.' },
      }
    }
    const { cards } = await purser.agents.budget(asker.agentId, { signal })
    return {
      cards: cards.map((card) => ({ cardId: card.cardId, ...named(card), ...budgetForAgent(card) })),
      next: nextOf(cards),
    }
  },
})

interface Named {
  readonly last4: string | null
  readonly label?: string
  readonly status: string
}

const named = ({ last4, label, status }: Named) => ({ last4, ...(label === undefined ? {} : { label }), status })

interface Budgeted {
  readonly currency?: string
  readonly available: number | null
  readonly windows: readonly { window: string; level: string; limit: number; remaining: number }[]
  readonly rules: string[]
  readonly approvals: { readonly autoApproveBelow?: number }
  readonly nextAllowedAt?: string
}

/** A budget in the form that tools answer to an agent. An agent may not read the policy that sets a limit, so it gets the level's name. */
const budgetForAgent = ({ currency, available, windows, rules, approvals, nextAllowedAt }: Budgeted) => ({
  ...currencyOut(currency),
  available,
  ...(available === null ? {} : { total: inWords(available, currency) }),
  limits: windows.map(({ window, level, limit, remaining }) => ({
    window,
    setBy: level,
    limit,
    remaining,
    total: `${inWords(remaining, currency)} of ${inWords(limit, currency)}`,
  })),
  ...(approvals.autoApproveBelow === undefined ? {} : { approvalFrom: approvals.autoApproveBelow }),
  rules: rules.map(foreign),
  ...(nextAllowedAt === undefined ? {} : { nextAllowedAt }),
})

function nextOf(cards: readonly Named[]): Next {
  return cards.some(({ status }) => status === ACTIVE)
    ? { tool: 'check_purchase', say: 'Check what you want to buy, with its total and its shop.' }
    : { say: 'No card can pay now. Tell your owner; only a person can issue or unfreeze one.' }
}
