import type { SpendingLevelIds } from '../domain/batch/working-set.ts'
import { locateLevelIdsOfObjects, type ObjectToLocateLevelsOf } from '../store/journal/locate.ts'
import type { DatabaseServerPools } from '../store/connection/server-pools.ts'
import { GatheredDatabaseQuestions } from '../lib/traffic/gathered.ts'
import { queryEachBucketGroup, type BucketGroups } from '../store/sharding/groups.ts'
import { LastUsedCache } from '../lib/last-used-cache.ts'

const MOST_KNOWN = 500_000
const TRIPS = { most: 512, atOnce: 2, maxWaiting: 1024 }

/**
 * Finds the customer, agent and card that a command or a read is about. The customer and the agent of a card never change, so the locator
 * remembers them for the cards that were used last.
 */
export class LevelLocator {
  readonly #lookups: GatheredDatabaseQuestions<ObjectToLocateLevelsOf, SpendingLevelIds | null>
  readonly #known = new LastUsedCache<SpendingLevelIds>(MOST_KNOWN)

  constructor(pools: DatabaseServerPools, groups: BucketGroups) {
    this.#lookups = new GatheredDatabaseQuestions(
      (questions) =>
        queryEachBucketGroup(groups, { questions, idOf: ({ id }) => id }, (named, group) =>
          locateLevelIdsOfObjects(pools.of(group), named),
        ),
      TRIPS,
    )
  }

  /** Returns the levels of a card that the locator remembers, without a look-up. Undefined: it does not remember the card. */
  known(id: string): SpendingLevelIds | undefined {
    return this.#known.get(id)
  }

  /**
   * Looks up the customer, agent and card of an id. Null: nothing has this id. Rejects with `ServiceBusyError` if too many look-ups wait, or with
   * the database's error.
   */
  async find(named: ObjectToLocateLevelsOf): Promise<SpendingLevelIds | null> {
    const levels = await this.#lookups.ask(named)
    if (levels !== null && named.kind === 'card') this.#known.set(named.id, levels)
    return levels
  }

  /** Forgets the levels of all cards. It must be called when connections may lead to another server, which may lack the last rows. */
  forget(): void {
    this.#known.clear()
  }
}
