import type { Clock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { listDeliveryAttempts, type StoredDelivery } from '../../src/store/webhooks/deliveries.ts'
import { recordEvents } from '../../src/store/outbox/outbox.ts'
import type { DeliveryAttemptRow } from '../../src/store/rows/webhook-tables.ts'
import type { StoredWebhook } from '../../src/store/rows/webhook-tables.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { asTestActor, createAuditTrail } from './records/acts.ts'

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-01-31T12:00:00.000Z')
  now = (): number => this.#now
  advance(ms: number): void {
    this.#now += ms
  }
}

export const DISPATCHER_SECRET = `whsec_${'5a'.repeat(32)}`

/** Stores webhooks and events as the services do, for tests that need a dispatcher and not the API. */
export function dispatcherRig({ database, vault, clock }: { database: Database; vault: Vault; clock: Clock }) {
  const ids = monotonicIds(clock)
  const accountId = ids('acct')

  const addWebhook = async (url: string, changes: Partial<StoredWebhook> = {}): Promise<string> => {
    const id = ids('wh')
    const seal = (secret: string) =>
      vault.seal({ accountId, ownerId: id, field: 'webhook_secret' }, Buffer.from(secret, 'utf8'))
    await createAuditTrail(database, accountId)
    await asTestActor(database, ids, (writing) =>
      insertWebhook(writing, {
        id,
        accountId,
        url,
        events: ['card.closed'],
        description: null,
        status: 'active',
        sealedSecret: seal(DISPATCHER_SECRET),
        sealedPreviousSecret: null,
        previousSecretUntil: null,
        createdAt: clock.now(),
        updatedAt: clock.now(),
        ...changes,
      }),
    )
    return id
  }

  /** Stores `count` events of new cards, each with its deliveries to webhooks. Resolves to the ids of the cards. */
  const emit = async (count = 1, type: 'card.closed' | 'card.created' = 'card.closed'): Promise<string[]> => {
    const cardIds = Array.from({ length: count }, () => ids('card'))
    const events = cardIds.map((cardId) => ofCard(cardId, type))
    await database.transaction((tx) => recordEvents({ tx, ids }, events))
    return cardIds
  }

  const ofCard = (cardId: string, type: 'card.closed' | 'card.created') => ({
    accountId,
    customerId: 'cust_1',
    type,
    data: {
      cardId,
      customerId: 'cust_1',
      agentId: null,
      status: 'closed' as const,
      last4: '4242',
      reason: 'requested' as const,
    },
    at: clock.now(),
  })

  const deliveriesOf = (webhookId: string): Promise<StoredDelivery[]> =>
    database.db.selectFrom('deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id').execute()

  const attemptsOf = async (webhookId: string): Promise<DeliveryAttemptRow[]> => {
    const deliveries = await deliveriesOf(webhookId)
    const attempts = await Promise.all(deliveries.map(({ id }) => listDeliveryAttempts(database.db, id)))
    return attempts.flat()
  }

  return { ids, accountId, addWebhook, emit, deliveriesOf, attemptsOf }
}
