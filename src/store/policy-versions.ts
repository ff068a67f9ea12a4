import { hash } from 'node:crypto'
import type { Limits, Policy } from '../contract/policy.ts'
import type { Seen } from '../domain/batch/seen.ts'
import type { AgentState, CardState, CustomerState } from '../domain/entities.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { Columns } from './columns.ts'

/** The rules of one level. Its hash is that of its text, so a policy that thousands of cards share is stored once. */
export interface LevelVersion {
  readonly policy: Policy
  readonly limits: Limits
}

/** The rules and statuses that one decision saw: each level by the hash of its `LevelVersion`. */
export interface PolicyVersion {
  readonly customer: readonly [level: string, status: CustomerState['status']]
  readonly agent: readonly [level: string, status: AgentState['status']] | null
  readonly card: readonly [level: string, status: CardState['status'], usage: CardState['usage']]
}

/** A row of `policy_versions`. */
export interface VersionRow {
  readonly hash: string
  readonly body: string
}

export const versionColumns: Columns<VersionRow> = { hash: 'word', body: 'text' }

const HASH_CHARACTERS = 22 // 128 bits
const MOST_REMEMBERED = 200_000

export const versionHash = (body: string): string => hash('sha256', body, 'base64url').slice(0, HASH_CHARACTERS)

/**
 * Names what decisions saw by the hashes of its content, and remembers what is stored: in the common case a decision
 * costs a few look-ups by identity and stores nothing.
 */
export class PolicyVersions {
  #levels = new WeakMap<Policy, WeakMap<Limits, string>>()
  #seen = new Map<string, string>()
  #stored = new Set<string>()

  /** The hash of what was seen. Rows that may not be stored yet are added to `missing`. */
  versionOf({ customer, agent, card }: Seen, missing: Map<string, VersionRow>): string {
    const ofCustomer = this.#levelHash(customer)
    const ofAgent = agent === null ? '' : this.#levelHash(agent)
    const ofCard = this.#levelHash(card)
    const key = `${ofCustomer}${customer.status}${ofAgent}${agent?.status}${ofCard}${card.status}${card.usage}`
    const known = this.#seen.get(key)
    if (known !== undefined && this.#stored.has(known)) return known
    const seen: PolicyVersion = {
      customer: [ofCustomer, customer.status],
      agent: agent && [ofAgent, agent.status],
      card: [ofCard, card.status, card.usage],
    }
    const row = rowOf(seen)
    this.#seen.set(key, row.hash)
    missing.set(row.hash, row)
    for (const level of [customer, agent, card]) if (level !== null) this.#addLevel(level, missing)
    return row.hash
  }

  /** Only what is committed. */
  keep(hashes: Iterable<string>): void {
    if (this.#stored.size > MOST_REMEMBERED) {
      this.#stored.clear()
      this.#seen.clear()
    }
    for (const stored of hashes) this.#stored.add(stored)
  }

  /** What is stored is not known any more. */
  forget(): void {
    this.#stored.clear()
  }

  #levelHash(level: LevelVersion): string {
    const byLimits = this.#levels.get(level.policy) ?? new WeakMap<Limits, string>()
    this.#levels.set(level.policy, byLimits)
    const known = byLimits.get(level.limits)
    if (known !== undefined) return known
    const { hash: made } = rowOf(levelVersion(level))
    byLimits.set(level.limits, made)
    return made
  }

  #addLevel(level: LevelVersion, missing: Map<string, VersionRow>): void {
    if (this.#stored.has(this.#levelHash(level))) return
    const row = rowOf(levelVersion(level))
    missing.set(row.hash, row)
  }
}

const levelVersion = ({ policy, limits }: LevelVersion): LevelVersion => ({ policy, limits })

function rowOf(value: LevelVersion | PolicyVersion): VersionRow {
  const body = canonicalJson(value)
  return { hash: versionHash(body), body }
}
