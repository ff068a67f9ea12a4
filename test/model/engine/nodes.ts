import { setTimeout as delay } from 'node:timers/promises'
import { Purser } from '../../../clients/typescript/src/client.ts'
import type { EngineOptions } from '../../../src/engine/engine.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../../../src/store/connection/database.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../../support/processes/start-node.ts'
import type { Random } from '../random.ts'
import { openDoor, type Door } from './door.ts'

/** A leap ends thousands of holds and intents, each at its own moment. */
const LEAP_TIMEOUT_MS = 5 * MINUTE_MS
/** For changes. On a machine that does other work, too, a node answers 503 for longer than a client waits by itself. */
const PATIENT = { maxRetries: 10, timeoutMs: 5 * MINUTE_MS }
/** A node that joins follows a clock that goes on. */
const BEHIND_MS = SECOND_MS
const LONGEST_TICK_MS = 400
/**
 * How far apart the clocks of two nodes are at most while purchases are made: a node that joins is behind, one tick may come while it joins,
 * and the next one reaches the nodes one after the other.
 */
export const CLOCKS_APART_MS = BEHIND_MS + 2 * LONGEST_TICK_MS
const NODE_ENV = {
  PURSER_TEST_CLOCK: 'true',
  PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
  PURSER_CREDENTIAL_READS_PER_HOUR: '1000',
}
/** One as it comes, the others with many small batches in flight: what they send to the database mixes in other ways. */
const ENGINES: readonly Partial<EngineOptions>[] = [{}, { maxBatch: 16, maxInFlight: 4 }]

interface Member {
  readonly database: Database
  readonly node: TestNode
  readonly door: Door
}

/** Nodes on one database, each with a clock of its own that stands apart from the others by as long as they took to start. */
export class Nodes {
  readonly #connection: DatabaseOptions['connection']
  readonly #env: Record<string, string>
  readonly #members: Member[] = []
  /** Of all nodes that are here: it grows when another one joins. */
  readonly doors: Door[] = []

  private constructor(connection: DatabaseOptions['connection'], env: Record<string, string>) {
    this.#connection = connection
    this.#env = { ...NODE_ENV, ...env }
  }

  /** `env`: settings beside those of every model. */
  static async start(connection: DatabaseOptions['connection'], count: number, env = {}): Promise<Nodes> {
    const nodes = new Nodes(connection, env)
    for (let n = 0; n < count; n += 1) await nodes.join()
    return nodes
  }

  get first(): TestNode {
    return this.#first.node
  }

  get database(): Database {
    return this.#first.database
  }

  get all(): readonly TestNode[] {
    return this.#members.map(({ node }) => node)
  }

  /** Of the first node, Unix milliseconds. */
  time(): Promise<number> {
    return timeOf(this.first)
  }

  /** One more, which knows nothing yet, and serves as soon as it has come up with the time. */
  async join(): Promise<void> {
    const database = openDatabase({ connection: this.#connection, maxConnections: 10 })
    const engine = ENGINES[this.#members.length] ?? {}
    const started = await startNode(database, this.#env, { engine })
    const { baseUrl } = started
    const node = { ...started, purser: new Purser({ baseUrl, apiKey: TEST_API_KEY, ...PATIENT }) }
    const member = { database, node, door: openDoor(node.baseUrl, TEST_API_KEY) }
    await this.#catchUp(node).catch(async (error: unknown) => {
      await close(member)
      throw error
    })
    this.#members.push(member)
    this.doors.push(member.door)
  }

  /** Time goes on while purchases are made, now and then at one node before the others. */
  async tick(random: Random): Promise<void> {
    await this.#advance(random.between(1, LONGEST_TICK_MS))
    await delay(40)
  }

  async leapTo(target: number): Promise<void> {
    await this.#advance(target - (await this.time()))
  }

  async stop(): Promise<void> {
    for (const member of this.#members) await close(member)
  }

  get #first(): Member {
    return this.#members[0] as Member
  }

  async #advance(ms: number): Promise<void> {
    for (const node of this.all) await advance(node, ms)
  }

  async #catchUp(node: TestNode): Promise<void> {
    if (this.#members.length === 0) return
    for (;;) {
      const behindMs = (await this.time()) - (await timeOf(node))
      if (behindMs <= BEHIND_MS) return
      await advance(node, behindMs)
    }
  }
}

export const timeOf = async ({ purser }: TestNode): Promise<number> => Date.parse((await purser.testClock.get()).now)

async function close({ door, node, database }: Member): Promise<void> {
  await door.close()
  await node.stop()
  await database.close()
}

const advance = ({ purser }: TestNode, ms: number): Promise<unknown> =>
  purser.testClock.advance({ seconds: ms / SECOND_MS }, { timeoutMs: LEAP_TIMEOUT_MS })
