import type { LevelIds } from '../domain/batch/working-set.ts'
import { locate, type Named } from '../store/journal/locate.ts'
import type { ServerPools } from '../store/connection/server-pools.ts'
import { Gathered } from '../lib/traffic/gathered.ts'
import { eachGroup, type Groups } from '../store/sharding/groups.ts'
import { LastUsed } from '../lib/last-used.ts'

const MOST_KNOWN = 500_000
const TRIPS = { most: 512, atOnce: 2, maxWaiting: 1024 }

/** Finds the levels that commands and readers are about. Cards are remembered: their levels never change. */
export class Locator {
  readonly #asked: Gathered<Named, LevelIds | null>
  readonly #known = new LastUsed<LevelIds>(MOST_KNOWN)

  constructor(pools: ServerPools, groups: Groups) {
    this.#asked = new Gathered(
      (questions) =>
        eachGroup(groups, { questions, idOf: ({ id }) => id }, (named, group) => locate(pools.of(group), named)),
      TRIPS,
    )
  }

  /** At once, where they are known. */
  known(id: string): LevelIds | undefined {
    return this.#known.get(id)
  }

  async find(named: Named): Promise<LevelIds | null> {
    const found = await this.#asked.ask(named)
    if (found !== null && named.kind === 'card') this.#known.set(named.id, found)
    return found
  }

  /** The connections may lead to another server from now on. */
  forget(): void {
    this.#known.clear()
  }
}
