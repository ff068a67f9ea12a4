import { afterAll, beforeAll } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { startPurser, type TestPurser } from '../processes/start-purser.ts'
import { LithicApi } from './lithic-api.ts'
import { lithicSigningSecret } from './lithic-wire.ts'
import { LithicMock } from './lithic.ts'

export const lithicAsaSecret = lithicSigningSecret('a')
export const lithicEventSecret = lithicSigningSecret('e')
export const lithicThreeDsSecret = lithicSigningSecret('t')

/** A Lithic and a node for the tests of one file. Its getters answer once the tests have begun. */
export interface LithicRig {
  readonly lithic: LithicMock
  readonly service: TestPurser
  readonly purser: Purser
  readonly customerId: string
  /** The time of Purser and of the stand-in for Lithic, in Unix milliseconds. */
  readonly now: number
  /** The origin of Purser, without `/v1`. */
  origin(): string
  pass(seconds: number): Promise<void>
}

/**
 * Sets up a stand-in for Lithic, and a node that it calls, for the tests of a file. `env` has settings of the node beside those that this
 * function sets.
 */
export function lithicRig(env: Record<string, string> = {}): LithicRig {
  let service: TestPurser
  let customerId: string
  let now: number
  const origin = () => service.baseUrl.replace('/v1', '')
  const lithic = new LithicMock({
    origin,
    asaSecret: lithicAsaSecret,
    eventSecret: lithicEventSecret,
    threeDsSecret: lithicThreeDsSecret,
    nowMs: () => now,
  })
  beforeAll(async () => {
    await lithic.up()
    service = await startPurser({
      PURSER_TEST_CLOCK: 'true',
      PURSER_HOLD_DAYS: '31',
      PURSER_LITHIC_ASA_SECRET: `${lithicSigningSecret('b')},${lithicAsaSecret}`,
      PURSER_LITHIC_EVENT_SECRET: lithicEventSecret,
      PURSER_LITHIC_THREE_DS_SECRET: lithicThreeDsSecret,
      PURSER_LITHIC_KEY: LithicApi.key,
      PURSER_LITHIC_URL: lithic.url,
      ...env,
    })
    customerId = (await service.purser.customers.create({ email: 'lithic@example.com' })).id
    now = Date.parse((await service.purser.testClock.get()).now)
  })
  afterAll(async () => {
    await service.stop()
    await lithic.down()
  })
  return {
    lithic,
    origin,
    get service() {
      return service
    },
    get purser() {
      return service.purser
    },
    get customerId() {
      return customerId
    },
    get now() {
      return now
    },
    pass: async (seconds) => {
      now = Date.parse((await service.purser.testClock.advance({ seconds })).now)
    },
  }
}
