import { isStep, type Command } from '../../domain/batch/commands.ts'
import type { Subscriber } from '../outbox.ts'
import type { Query } from './connection.ts'
import { wasRolledBack } from './commit.ts'
import type { Copies } from './copies.ts'
import type { SubscribersByAccount } from './subscribers-by-account.ts'
import type { LoadedBatch } from './load.ts'
import { lookedThrough } from './purchases.ts'

/** What a batch will find, and of whose webhooks it has thought. */
export interface ForeseenBatch extends LoadedBatch {
  readonly accountIds: readonly string[]
}

/**
 * What a batch will find under its locks, from this node's copies: it can then be decided before they are taken, and
 * travels as one trip. Nothing where only reading can tell: for a step, for a card whose earlier purchases are searched for
 * duplicates, and where the copies are missing or somebody else has been writing beneath the customers. Network references
 * and idempotency keys are foreseen to be new.
 */
export function foresee(
  commands: readonly Command[],
  { copies, webhooks }: { copies: Copies; webhooks: SubscribersByAccount },
): ForeseenBatch | undefined {
  const cardIds = new Set<string>()
  const subscribers = new Map<string, readonly Subscriber[]>()
  for (const command of commands) {
    if (isStep(command)) return undefined
    const known = webhooks.of(command.accountId)
    if (known === undefined) return undefined
    subscribers.set(command.accountId, known)
    cardIds.add(command.cardId)
  }
  const foreseen = copies.foreseen(cardIds)
  if (foreseen === undefined || lookedThrough(foreseen.family).length > 0) return undefined
  const { family, versions } = foreseen
  return {
    set: { ...family, matchedIntents: new Map(), purchases: new Map(), transactions: new Map(), references: new Map() },
    histories: family.histories,
    versions,
    accountIds: [...subscribers.keys()],
    subscribers: [...subscribers.values()].flat(),
  }
}

/**
 * Takes the locks, in the order in which every batch takes them, and undoes the batch where it has foreseen wrongly. Sent
 * before its writes.
 */
export function checkForeseen({ versions, accountIds, subscribers }: ForeseenBatch): Query[] {
  const described = subscribers.map(({ id, events }) => `${id} ${events.join()}`)
  return [
    { statement: lockForeseen, values: [[...versions.keys()], [...versions.values()]] },
    { statement: sameSubscribers, values: [accountIds, described.toSorted()] },
  ]
}

/**
 * SQLSTATE of `must_hold`, of a reference or key that turned out to be in use, and of a statement that the batch ahead should
 * have prepared on this connection and has not, because it was undone.
 */
const DISPROOFS = new Set(['PU001', '23505', '26000'])

/** Whether a batch was undone because it had foreseen wrongly. Nothing of it was done. */
export const isDisproof = (error: unknown): boolean => wasRolledBack(error) && DISPROOFS.has(error.code ?? '')

/** Whether it was undone because of a reference or key that is in use. */
export const isDuplicate = (error: unknown): boolean => wasRolledBack(error) && error.code === '23505'

const lockForeseen = {
  name: 'lock-foreseen',
  text: `with locked as (select id, version from customers where id = any($1) order by id for update)
    select must_hold(count(*) = cardinality($1::text[]))
    from locked join unnest($1::text[], $2::text[]) as foreseen(id, version) using (id, version)`,
}
const sameSubscribers = {
  name: 'same-subscribers',
  text: `select must_hold(array(select id || ' ' || array_to_string(events, ',') from webhooks
    where status = 'active' and account_id = any($1) order by id) = $2::text[])`,
}
