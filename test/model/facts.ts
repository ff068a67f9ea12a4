import type { PolicyLevel, LimitWindow } from '../../src/contract/policy.ts'
import type { Case } from './case.ts'
import { countingLevel, limitInForce, mostSpecific, pastIn, spentIn, windows } from './history.ts'

export type Facts = Record<string, string | number | boolean | string[]>

/**
 * What a general policy engine would be told of a spend: every setting that holds and every sum, as plain values. Only the
 * rules over them are its own: `limit_perDay` and `spent_perDay`, `agent_limit_perDay` and `agent_spent_perDay`.
 */
export function factsOf(c: Case): Facts {
  const { request, customer, agent, card } = c
  const { amount, currency, merchant, now, authorizedBefore, credentials } = request
  const setting = (field: 'ttlMinutes' | 'ttlDays' | 'cooldownMinutes' | 'maxTransactionsPerDay') =>
    mostSpecific(c, (policy) => policy[field]).value
  const list = (field: 'allowedMccs' | 'blockedMccs' | 'allowedCountries' | 'blockedCountries') =>
    mostSpecific(c, (policy) => policy[field]).value
  const own = c.history.filter((past) => past.by === 'card' && past.isAuthorization)
  const counting = countingLevel(c)
  return defined({
    amount,
    currency,
    now,
    isIncrement: authorizedBefore !== undefined,
    isOfConsumer: request.consumedCard === true,
    isPurchase: amount > 0 && authorizedBefore === undefined,
    mcc: merchant.mcc,
    country: merchant.country,
    areWrong: credentials && (credentials.expiry === 'wrong' || credentials.cvv === 'wrong'),
    isCvvMissing: credentials && credentials.byNumber && credentials.cvv === 'none',
    areSent: credentials && (credentials.byNumber || credentials.expiry !== 'none' || credentials.cvv !== 'none'),
    requireCvv: mostSpecific(c, (policy) => policy.requireCvv).value,
    failures: card?.failedCredentials.length,
    lastFailureAt: card?.failedCredentials.at(-1),
    isAccountStopped: customer.isAccountStopped === true,
    customerStatus: customer.status,
    agentStatus: agent?.status,
    cardStatus: card?.status,
    isSingleUse: card?.usage === 'single',
    isConsumed: card !== null && card.consumedAt !== null,
    createdAt: card?.createdAt,
    lastApprovedAt: card ? own.at(-1)?.at : undefined,
    ttlMinutes: setting('ttlMinutes'),
    ttlDays: setting('ttlDays'),
    cooldownMinutes: setting('cooldownMinutes'),
    maxTransactionsPerDay: setting('maxTransactionsPerDay'),
    transactions: pastIn(c, counting, 'perDay').filter((past) => past.isAuthorization).length,
    allowedMccs: list('allowedMccs'),
    blockedMccs: list('blockedMccs'),
    allowedCountries: list('allowedCountries'),
    blockedCountries: list('blockedCountries'),
    ...limitFacts(c, counting),
  })
}

function limitFacts(c: Case, counting: PolicyLevel) {
  const pairs = (prefix: string, window: LimitWindow, limit: number | undefined, spent: number) =>
    limit === undefined
      ? []
      : [
          [`${prefix}limit_${window}`, limit],
          [`${prefix}spent_${window}`, spent],
        ]
  const ofPolicy = windows.flatMap((window) =>
    pairs('', window, limitInForce(c, window)?.limit, spentIn(c, counting, window)),
  )
  const caps = (['customer', 'agent', 'card'] as const).flatMap((level) =>
    windows.flatMap((window) => pairs(`${level}_`, window, c[level]?.limits[window], spentIn(c, level, window))),
  )
  return Object.fromEntries([...ofPolicy, ...caps]) as Record<string, number>
}

const defined = (facts: Record<string, Facts[string] | undefined>): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts
