import { DEFAULT_CURRENCY } from '../../domain/currencies.ts'
import type { LevelRules } from '../../domain/decision/level-rules.ts'
import { textHash } from '../../lib/hashed-json.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import type { PolicyVersion, StoredPolicyVersion } from '../customers/policy-versions.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'

/** The most policy versions that are kept in memory, far more than the journal entries of a page need. Each has at most three levels. */
const MOST_KEPT = 20_000

/** The rules and statuses from which a decision was made. */
export interface PastDecisionPolicies {
  readonly customer: LevelRules & {
    readonly status: PolicyVersion['customer'][1]
    readonly isAccountStopped?: true
    readonly currency: string
  }
  readonly agent: (LevelRules & { readonly status: NonNullable<PolicyVersion['agent']>[1] }) | null
  readonly card: LevelRules & { readonly status: PolicyVersion['card'][1]; readonly usage: PolicyVersion['card'][2] }
}

/**
 * Reads policy versions, each only once, and keeps them. A stored text that does not have the hash by which it is stored was changed, and
 * counts as missing.
 */
export class PolicyReader {
  readonly #levels = new LastUsedCache<LevelRules>(3 * MOST_KEPT)
  readonly #inputs = new LastUsedCache<PastDecisionPolicies>(MOST_KEPT)

  /**
   * Returns what a policy version stores: the rules and statuses of customer, agent and card. The caller has loaded the version by `load`
   * before. Undefined: the version is missing, or its text was changed.
   */
  inputs(version: string): PastDecisionPolicies | undefined {
    return this.#inputs.get(version)
  }

  async load(snapshot: DatabaseSnapshot, versions: Iterable<string>): Promise<void> {
    const missing = [...new Set(versions)].filter((version) => this.#inputs.get(version) === undefined)
    const read = await readBodies<PolicyVersion>(snapshot, missing)
    const levels = [...read.values()].flatMap(({ customer, agent, card }) =>
      [customer, agent, card].flatMap((level) => level?.[0] ?? []),
    )
    const newLevels = [...new Set(levels)].filter((level) => this.#levels.get(level) === undefined)
    for (const [hash, level] of await readBodies<LevelRules>(snapshot, newLevels)) this.#levels.set(hash, level)
    for (const [hash, version] of read) {
      const inputs = this.#assemble(version)
      if (inputs) this.#inputs.set(hash, inputs)
    }
  }

  #assemble({ customer, agent, card, currency = DEFAULT_CURRENCY }: PolicyVersion): PastDecisionPolicies | undefined {
    const ofCustomer = this.#levels.get(customer[0])
    const ofAgent = agent && this.#levels.get(agent[0])
    const ofCard = this.#levels.get(card[0])
    if (!ofCustomer || !ofCard || ofAgent === undefined) return undefined
    return {
      customer: {
        ...ofCustomer,
        status: customer[1],
        ...(customer[2] === 'stopped' && { isAccountStopped: true }),
        currency,
      },
      agent: agent && ofAgent && { ...ofAgent, status: agent[1] },
      card: { ...ofCard, status: card[1], usage: card[2] },
    }
  }
}

async function readBodies<T>(snapshot: DatabaseSnapshot, hashes: readonly string[]): Promise<Map<string, T>> {
  if (hashes.length === 0) return new Map()
  const rows = await snapshot.rows<StoredPolicyVersion>(
    'select distinct on (hash) hash, body from policy_versions where hash = any($1)',
    [hashes],
  )
  const whole = rows.filter(({ hash, body }) => textHash(body) === hash)
  return new Map(whole.map(({ hash, body }) => [hash, JSON.parse(body) as T]))
}
