import type { Limits, Policy, PolicyLevel } from '../../../src/contract/policy.ts'
import type { EngineCommand } from '../../../src/domain/batch/commands/commands.ts'
import { decideBatch, type BatchResult } from '../../../src/domain/batch/decide-batch.ts'
import { emptyJournal } from '../../../src/domain/batch/journal-entry.ts'
import { noNetworkReference } from '../../../src/domain/batch/references.ts'
import { emptyBatchWorkingSet } from '../../../src/domain/batch/working-set.ts'
import type { AnyRuleMemory } from '../../../src/domain/memories/memories.ts'
import { recentPurchases } from '../../../src/domain/memories/recent-purchases.ts'
import { spentAtMerchantsMemory } from '../../../src/domain/memories/spent-at.ts'
import type { LoadedIntent } from '../../../src/domain/intents/loaded-intent.ts'
import type { LoadedCard } from '../../../src/domain/loaded-levels.ts'
import type { BacktestRulesChange } from '../../../src/domain/backtest/past.ts'
import type { SentCredentials } from '../../../src/domain/credentials.ts'
import { heldAmount } from '../../../src/domain/transactions/transaction.ts'
import { assertPresent } from '../../../src/lib/assert.ts'
import type { Random } from '../random.ts'

export const ACCOUNT = 'acct_1'
export const CUSTOMER = 'cust_1'
export const AGENTS = ['agt_1', 'agt_2']
export const CARDS = ['card_1', 'card_2', 'card_3', 'card_4']
export const HOLD_MS = 7 * 86_400_000
const BEGUN = Date.UTC(2026, 9, 27, 12)

/** What the world does, in words that mean the same to whoever decides otherwise. */
export type Act = { readonly at: number } & (
  | {
      readonly kind: 'buy'
      readonly id: string
      readonly cardId: string
      readonly amount: number
      readonly merchant: { readonly name?: string; readonly mcc?: string; readonly country?: string }
      readonly credentials: SentCredentials
    }
  | { readonly kind: 'capture'; readonly id: string; readonly cardId: string; readonly amount: number }
  | { readonly kind: 'increment'; readonly id: string; readonly of: string; readonly amount: number }
  /** All that is open, less of it, or more. */
  | {
      readonly kind: 'settle'
      readonly of: string
      readonly final: boolean
      readonly part?: number
      readonly over?: number
    }
  | { readonly kind: 'reverse'; readonly of: string; readonly part?: number }
  | { readonly kind: 'expire'; readonly of: string }
  | { readonly kind: 'declare'; readonly cardId: string; readonly intent: LoadedIntent }
  | { readonly kind: 'card status'; readonly cardId: string; readonly status: 'active' | 'frozen' }
  | { readonly kind: 'status'; readonly level: 'customer' | 'agent'; readonly id: string; readonly isActive: boolean }
  | {
      readonly kind: 'rules'
      readonly level: PolicyLevel
      readonly id: string
      readonly policy?: Policy
      readonly limits?: Limits
    }
)

/** An engine without a database: one customer with two agents and four cards. With a change, its rules hold from the beginning. */
export class Market {
  readonly set = {
    ...emptyBatchWorkingSet(),
    memories: new Map<AnyRuleMemory, Map<string, unknown>>([
      [recentPurchases, new Map(CARDS.map((id) => [id, []]))],
      [spentAtMerchantsMemory, new Map([[CUSTOMER, []]])],
    ]),
  }
  readonly #change: BacktestRulesChange | null
  #id = ''

  constructor(
    random: Random,
    rules: { policy: (random: Random) => Policy; limits: (random: Random) => Limits },
    change: BacktestRulesChange | null,
  ) {
    this.#change = change
    const own = () => ({ policy: rules.policy(random), limits: rules.limits(random) })
    this.set.customers.set(CUSTOMER, {
      ...own(),
      id: CUSTOMER,
      accountId: ACCOUNT,
      status: 'active',
      currency: 'USD',
      name: null,
      costCenter: null,
      last: emptyJournal,
    })
    for (const id of AGENTS) this.set.agents.set(id, { ...own(), id, status: 'active', name: '', costCenter: null })
    for (const [n, id] of CARDS.entries())
      this.set.cards.set(id, {
        ...aCard,
        ...own(),
        id,
        agentId: AGENTS[n] ?? null,
        usage: n === 3 ? 'single' : 'multi',
      })
    if (change) this.#rule(change)
  }

  /** Undefined: it does not come to that here. */
  take(act: Act): BatchResult | undefined {
    switch (act.kind) {
      case 'declare':
        this.set.intents.set(act.cardId, [...(this.set.intents.get(act.cardId) ?? []), act.intent])
        this.set.matchedIntents.set(act.intent.id, act.intent)
        return undefined
      case 'card status':
        return this.#move(act)
      case 'status':
        return this.#switch(act)
      case 'rules':
        return this.#rule(this.#withoutChanged(act))
      default: {
        const command = this.#commandOf(act)
        if (command === undefined) return undefined
        this.#id = 'id' in act ? act.id : 'stp'
        return decideBatch(this.set, [command], {
          now: act.at,
          holdMs: HOLD_MS,
          newId: (prefix) => prefix,
          newEntryId: () => this.#id,
        })
      }
    }
  }

  #commandOf(
    act: Extract<Act, { kind: 'buy' | 'capture' | 'increment' | 'settle' | 'reverse' | 'expire' }>,
  ): EngineCommand | undefined {
    const accountId = ACCOUNT
    const currency = 'USD'
    if (act.kind === 'buy') {
      const { cardId, amount, merchant, credentials } = act
      return {
        kind: 'authorize',
        accountId,
        cardId,
        amount,
        merchant,
        credentials,
        currency,
        ...noNetworkReference,
      }
    }
    if (act.kind === 'capture')
      return { kind: 'force_capture', accountId, cardId: act.cardId, amount: act.amount, currency, merchant: {} }
    const transaction = this.set.transactions.get(act.of)
    if (transaction?.decision !== 'approve') return undefined
    const of = { accountId, transactionId: act.of }
    const open = heldAmount(transaction)
    if (act.kind === 'increment') return { ...of, kind: 'increment', amount: act.amount }
    if (act.kind === 'expire') return { ...of, kind: 'expire' }
    const amount = act.part === undefined ? open : Math.min(act.part, open)
    if (act.kind === 'reverse') return { ...of, kind: 'reverse', amount }
    return { ...of, kind: 'settle', amount: amount + (act.over ?? 0), final: act.final }
  }

  #move({ cardId, status }: Extract<Act, { kind: 'card status' }>): undefined {
    const card = assertPresent(this.set.cards.get(cardId), 'a card')
    if (card.status !== 'closed') this.set.cards.set(cardId, { ...card, status })
  }

  #switch({ level, id, isActive }: Extract<Act, { kind: 'status' }>): undefined {
    const customer = this.set.customers.get(id)
    if (level === 'customer' && customer)
      this.set.customers.set(id, { ...customer, status: isActive ? 'active' : 'suspended' })
    const agent = this.set.agents.get(id)
    if (level === 'agent' && agent) this.set.agents.set(id, { ...agent, status: isActive ? 'active' : 'paused' })
  }

  #withoutChanged({ policy, limits, ...act }: Extract<Act, { kind: 'rules' }>): BacktestRulesChange {
    const own = this.#change?.level === act.level && this.#change.id === act.id ? this.#change : {}
    return {
      ...act,
      ...(policy && !('policy' in own) ? { policy } : {}),
      ...(limits && !('limits' in own) ? { limits } : {}),
    }
  }

  #rule({ level, id, policy, limits }: BacktestRulesChange): undefined {
    const changed = { ...(policy && { policy }), ...(limits && { limits }) }
    const { customers, agents, cards } = this.set
    if (level === 'customer') customers.set(id, { ...assertPresent(customers.get(id), 'a customer'), ...changed })
    else if (level === 'agent') agents.set(id, { ...assertPresent(agents.get(id), 'an agent'), ...changed })
    else cards.set(id, { ...assertPresent(cards.get(id), 'a card'), ...changed })
  }
}

const aCard: LoadedCard = {
  id: '',
  accountId: ACCOUNT,
  customerId: CUSTOMER,
  agentId: null,
  status: 'active',
  usage: 'multi',
  last4: '4242',
  label: null,
  costCenter: null,
  policy: {},
  limits: {},
  createdAt: BEGUN,
  expiresAt: null,
  merchantLock: null,
  consumedAt: null,
  firstSpendAt: null,
  failedCredentials: [],
  lastAttestedAt: null,
}

export const begun = BEGUN
