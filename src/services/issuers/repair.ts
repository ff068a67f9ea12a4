import type { Outbound } from '../../issuers/issuer.ts'
import { present } from '../../lib/assert.ts'
import { expectStatus } from '../../store/issuer-records.ts'
import type { Deps } from '../request/context.ts'
import { factCommand } from './commands.ts'
import { ISSUER_ACT } from './decide.ts'
import type { Found, Repair } from './differences.ts'
import { followIssuer } from './follow-issuer.ts'

export type RepairDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'engine' | 'vault' | 'settings'> & {
  readonly issuers: ReadonlyMap<string, Outbound>
  /** Makes the calls that are due. */
  readonly call: () => Promise<void>
}

export async function repairAll(deps: RepairDeps, found: readonly Found[]): Promise<void> {
  const repairs = new Map(
    found.flatMap(({ difference, repair }) => (repair === null ? [] : [[repair, difference] as const])),
  )
  for (const [repair, { issuer }] of repairs) await repairOne(deps, issuer, repair)
  await deps.call()
}

async function repairOne(deps: RepairDeps, issuer: string, repair: Repair): Promise<void> {
  if (repair.kind === 'push') return push(deps, issuer, repair)
  if (repair.kind === 'follow') {
    const { id: cardId, accountId } = repair.card
    return followIssuer(deps, { accountId, cardId }, repair.to)
  }
  for (const fact of repair.facts) await deps.engine.submit(factCommand(deps, repair.of, fact), ISSUER_ACT)
}

/** A card that its issuer is called about is told in its turn; one that names a card of Purser's, or a second one, at once. */
async function push(
  { database, clock, issuers }: RepairDeps,
  issuer: string,
  { card, token, there }: Extract<Repair, { kind: 'push' }>,
): Promise<void> {
  if (card.token === token) {
    const now = clock.now()
    return database.transaction((tx) => expectStatus(tx, { cardId: card.id, status: there, now }))
  }
  const outbound = present(issuers.get(issuer), 'issuers that are called alone are compared')
  await outbound.setStatus(token, card.status, `${card.id}-${token}-${card.status}`)
}
