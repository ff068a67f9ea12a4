import type { Limits, Policy } from '../../contract/policy.ts'
import type { DecisionInputs } from '../../domain/batch/decision-inputs.ts'
import { currencyUnlessDefault } from '../../domain/currencies.ts'
import { type LevelRules, rulesOfLevel } from '../../domain/decision/level-rules.ts'
import type { AgentState, CardState, CustomerState } from '../../domain/entities.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { hashedJson } from '../../lib/hashed-json.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import type { TableColumns } from '../statements/columns.ts'

/** The rules and statuses from which a decision was made. The rules of each level are named by the hash of its `LevelRules`. */
export interface PolicyVersion {
  /** The hash of the customer's `LevelRules`, and the customer's status. The third element exists only while the account is stopped. */
  readonly customer: readonly [level: string, status: CustomerState['status'], stop?: 'stopped']
  readonly agent: readonly [level: string, status: AgentState['status']] | null
  readonly card: readonly [level: string, status: CardState['status'], usage: CardState['usage']]
  /** The customer's currency. Absent: USD. */
  readonly currency?: string
}

/**
 * A row of `policy_versions`: a JSON text, which is a `PolicyVersion` or the `LevelRules` of one level, with its hash. Each bucket has its
 * own copy of the texts that its customers' decisions need.
 */
export interface StoredPolicyVersion {
  readonly bucket: number
  readonly hash: string
  readonly body: string
}

export const policyVersionColumns: TableColumns<StoredPolicyVersion> = {
  bucket: 'smallint',
  hash: 'word',
  body: 'text',
}

const MOST_REMEMBERED = 200_000

/**
 * Names the rules and statuses of decisions by the hash of their content, and remembers which of them are stored. Usually they are, and a
 * decision then costs a few look-ups by object identity, and stores nothing.
 */
export class PolicyVersions {
  #levels = new WeakMap<Policy, WeakMap<Limits, WeakMap<Policy, string>>>()
  readonly #named = new LastUsedCache<string>(MOST_REMEMBERED)
  readonly #stored = new LastUsedCache<true>(MOST_REMEMBERED)

  /** Returns the hash of the rules and statuses from which a decision was made. Adds the rows that may not be stored yet to `missing`. */
  versionOf({ customer, agent, card }: DecisionInputs, missing: Map<string, StoredPolicyVersion>): string {
    const bucket = bucketOfId(customer.id)
    const ofCustomer = this.#levelHash(customer)
    const ofAgent = agent === null ? '' : this.#levelHash(agent)
    const ofCard = this.#levelHash(card)
    const stop = customer.isAccountStopped === true ? (['stopped'] as const) : ([] as const)
    const name = `${customer.currency}${ofCustomer}${customer.status}${stop.join('')}${ofAgent}${agent?.status}${ofCard}${card.status}${card.usage}`
    const known = this.#named.get(name)
    if (known !== undefined && this.#stored.get(keyOf({ bucket, hash: known }))) return known
    const version: PolicyVersion = {
      customer: [ofCustomer, customer.status, ...stop],
      agent: agent && [ofAgent, agent.status],
      card: [ofCard, card.status, card.usage],
      ...currencyUnlessDefault(customer.currency),
    }
    const row = { bucket, ...hashedJson(version) }
    this.#named.set(name, row.hash)
    missing.set(keyOf(row), row)
    for (const level of [customer, agent, card]) if (level !== null) this.#addLevel(bucket, level, missing)
    return row.hash
  }

  /** Remembers that rows of policy versions are stored. It must be called after the commit that stored them. */
  keep(rows: Iterable<StoredPolicyVersion>): void {
    for (const row of rows) this.#stored.set(keyOf(row), true)
  }

  /** Forgets which rows of policy versions are stored, so that rows which are missing in the database are stored again. */
  forget(): void {
    this.#stored.clear()
  }

  #levelHash(level: LevelRules): string {
    const byLimits = this.#levels.get(level.policy) ?? new WeakMap<Limits, WeakMap<Policy, string>>()
    this.#levels.set(level.policy, byLimits)
    const byShadow = byLimits.get(level.limits) ?? new WeakMap<Policy, string>()
    byLimits.set(level.limits, byShadow)
    const known = byShadow.get(level.shadowPolicy ?? noShadow)
    if (known !== undefined) return known
    const { hash: made } = hashedJson(rulesOfLevel(level))
    byShadow.set(level.shadowPolicy ?? noShadow, made)
    return made
  }

  #addLevel(bucket: number, level: LevelRules, missing: Map<string, StoredPolicyVersion>): void {
    const key = keyOf({ bucket, hash: this.#levelHash(level) })
    if (this.#stored.get(key) === undefined) missing.set(key, { bucket, ...hashedJson(rulesOfLevel(level)) })
  }
}

const keyOf = ({ bucket, hash: name }: Pick<StoredPolicyVersion, 'bucket' | 'hash'>): string => `${bucket} ${name}`

const noShadow: Policy = Object.freeze({})
