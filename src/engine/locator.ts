import type { LevelIds } from '../domain/batch/working-set.ts'
import { locateLevels, type LocatableObject } from '../store/journal/locate.ts'
import type { ServerPools } from '../store/connection/server-pools.ts'
import { GatheredQuestions } from '../lib/traffic/gathered.ts'
import { askEachBucketGroup, type BucketGroups } from '../store/sharding/groups.ts'
import { LastUsedCache } from '../lib/last-used-cache.ts'

const MOST_KNOWN = 500_000
const TRIPS = { most: 512, atOnce: 2, maxWaiting: 1024 }

/**
 * Finds the customer, agent and card that a command or a read is about. The customer and the agent of a card never change, so the locator
 * remembers them for the cards that were used last.
 */
export class LevelLocator {
  readonly #lookups: GatheredQuestions<LocatableObject, LevelIds | null>
  readonly #known = new LastUsedCache<LevelIds>(MOST_KNOWN)

  constructor(pools: ServerPools, groups: BucketGroups) {
    this.#lookups = new GatheredQuestions(
      (questions) =>
        askEachBucketGroup(groups, { questions, idOf: ({ id }) => id }, (named, group) =>
          locateLevels(pools.of(group), named),
        ),
      TRIPS,
    )
  }

  /** Returns the levels of a card that the locator remembers, without a look-up. Undefined: it does not remember the card. */
  known(id: string): LevelIds | undefined {
    return this.#known.get(id)
  }

  /**
   * Looks up the customer, agent and card of an id. Null: nothing has this id. Rejects with `BusyError` if too many look-ups wait, or with
   * the database's error.
   */
  async find(named: LocatableObject): Promise<LevelIds | null> {
    const levels = await this.#lookups.ask(named)
    if (levels !== null && named.kind === 'card') this.#known.set(named.id, levels)
    return levels
  }

  /** Forgets the levels of all cards. It must be called when connections may lead to another server, which may lack the last rows. */
  forget(): void {
    this.#known.clear()
  }
}
