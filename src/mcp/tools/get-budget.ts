import { type Static, Type } from 'typebox'
import { type CardRules, rulesSharedByCards } from '../cards/shared-rules.ts'
import { cardsAbleToPay } from '../cards/usable-cards.ts'
import { cardIdToolField } from '../fields.ts'
import { safeForeignText } from '../foreign.ts'
import { currencyToolOutput, moneyInWords } from '../money-out.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  readingToolHints,
  defineTool,
  type ToolCall,
} from '../tool.ts'

const ACTIVE = 'active'
/** The most cards that one answer of `get_budget` shows. */
const MOST_SHOWN = 20

const LimitOut = Type.Object({
  window: Type.String(),
  setBy: Type.String(),
  limit: Type.Integer(),
  remaining: Type.Integer(),
  total: Type.String(),
})
const rules = { limits: Type.Optional(Type.Array(LimitOut)), rules: Type.Optional(Type.Array(Type.String())) }

export const getBudgetTool = defineTool({
  name: 'get_budget',
  title: 'See what may be spent',
  description: 'Start here: what your cards may spend, and the rules. `available`: the most of one purchase.',
  input: toolInputSchema({ cardId: cardIdToolField }),
  output: toolOutputSchema({
    cards: Type.Array(
      Type.Object({
        cardId: Type.String(),
        last4: Type.Union([Type.String(), Type.Null()]),
        label: Type.Optional(Type.String()),
        status: Type.String(),
        currency: Type.Optional(Type.String()),
        available: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        total: Type.Optional(Type.String()),
        approvalFrom: Type.Optional(Type.Integer()),
        ...rules,
        nextAllowedAt: Type.Optional(Type.String()),
      }),
    ),
    more: Type.Optional(Type.Integer()),
    ...rules,
  }),
  hints: readingToolHints,
  uses: ['listCards', 'getCard', 'getAgentBudget', 'getCardBudget'],

  async run(call, { cardId: only }) {
    const { purser, asker, signal } = call
    if (only !== undefined) {
      const [card, budget] = await Promise.all([
        purser.cards.get(only, { signal }),
        purser.cards.budget(only, { signal }),
      ])
      return answerOf([{ ...card, ...budget, cardId: card.id }], 0)
    }
    if (asker.agentId === null) {
      const { data } = await purser.cards.list({ limit: MOST_SHOWN }, { signal })
      return {
        cards: data.map((card) => ({ cardId: card.id, ...named(card) })),
        next: { tool: 'get_budget', say: 'Name a card to see its budget.' },
      }
    }
    const [budgets, more] = await budgetsOf(call, asker.agentId)
    return answerOf(budgets, more)
  },
})

type CardBudget = Named & Budgeted & { readonly cardId: string }

/**
 * The budgets of the agent's cards that could pay, as many as one answer shows, and how many more there are. If no card could pay, the
 * budgets of all cards that are not closed: they show why.
 */
async function budgetsOf(call: ToolCall, agentId: string): Promise<[CardBudget[], number]> {
  const { purser, signal } = call
  const [{ cards: newest }, paying] = await Promise.all([
    purser.agents.budget(agentId, { signal }),
    cardsAbleToPay(call),
  ])
  if (paying.length === 0) return [newest, 0]
  const known = new Map(newest.map((card) => [card.cardId, card]))
  const budgets = paying.slice(0, MOST_SHOWN).map(async (card): Promise<CardBudget> => {
    const { id } = card
    return known.get(id) ?? { ...card, ...(await purser.cards.budget(id, { signal })), cardId: id }
  })
  return [await Promise.all(budgets), paying.length - budgets.length]
}

/** The answer of `get_budget` about several cards. Limits and rules that all of them share are listed once. */
function answerOf(cards: readonly CardBudget[], more: number) {
  const { shared, own } = rulesSharedByCards(cards.map(rulesOf))
  return {
    cards: cards.map((card, index) => ({ cardId: card.cardId, ...named(card), ...moneyOf(card), ...own[index] })),
    ...(more === 0 ? {} : { more }),
    ...(shared.limits.length === 0 ? {} : { limits: shared.limits }),
    ...(shared.rules.length === 0 ? {} : { rules: shared.rules }),
    next: nextOf(cards, more),
  }
}

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
  readonly rules: readonly string[]
  readonly approvals: { readonly autoApproveBelow?: number }
  readonly nextAllowedAt?: string
}

/** The limits and rules of a card. An agent may not read the policy that sets a limit, so it gets the level's name. */
const rulesOf = ({ currency, windows, rules: sentences }: Budgeted): CardRules<Static<typeof LimitOut>> => ({
  limits: windows.map(({ window, level, limit, remaining }) => ({
    window,
    setBy: level,
    limit,
    remaining,
    total: `${moneyInWords(remaining, currency)} of ${moneyInWords(limit, currency)}`,
  })),
  rules: sentences.map(safeForeignText),
})

const moneyOf = ({ currency, available, approvals, nextAllowedAt }: Budgeted) => ({
  ...currencyToolOutput(currency),
  available,
  ...(available === null ? {} : { total: moneyInWords(available, currency) }),
  ...(approvals.autoApproveBelow === undefined ? {} : { approvalFrom: approvals.autoApproveBelow }),
  ...(nextAllowedAt === undefined ? {} : { nextAllowedAt }),
})

function nextOf(cards: readonly (Named & Pick<Budgeted, 'available'>)[], more: number): AgentNextStep {
  if (!cards.some(({ status }) => status === ACTIVE))
    return { say: 'No card can pay now. Tell your owner; only a person can issue or unfreeze one.' }
  if (more === 0 && cards.every(({ available }) => available === 0))
    return {
      say: 'Nothing can be spent now: `rules` and `limits` say why. Tell your owner, or wait where a limit ends by itself.',
    }
  const which = more > 0 ? ' Without `cardId` it finds the card, also among those that are not shown.' : ''
  return { tool: 'check_purchase', say: `Check what you want to buy, with its total and its shop.${which}` }
}
