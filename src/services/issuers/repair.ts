import type { OutboundCalls } from '../../issuers/issuer.ts'
import { assertPresent } from '../../lib/assert.ts'
import { ownIssuerCards, resendCardStatus } from '../../store/issuers/issuer-records.ts'
import type { NodeDeps } from '../request/context.ts'
import { factCommand } from './commands.ts'
import { ISSUER_ACT } from './decide.ts'
import type { RepairableDifference, DifferenceRepair } from './differences.ts'
import { followReadCard } from './follow-issuer.ts'

export type RepairDeps = Pick<NodeDeps, 'database' | 'byKey' | 'clock' | 'ids' | 'engine' | 'vault' | 'settings'> & {
  readonly issuers: ReadonlyMap<string, OutboundCalls>
  /** Makes all calls to issuers that are due. */
  readonly call: () => Promise<void>
}

export async function repairAll(deps: RepairDeps, findings: readonly RepairableDifference[]): Promise<void> {
  const repairs = new Map(
    findings.flatMap(({ difference, repair }) => (repair === null ? [] : [[repair, difference] as const])),
  )
  for (const [repair, { issuer }] of repairs) await repairOne(deps, issuer, repair)
  await deps.call()
}

async function repairOne(deps: RepairDeps, issuer: string, repair: DifferenceRepair): Promise<void> {
  if (repair.kind === 'push') return push(deps, issuer, repair)
  if (repair.kind === 'follow') {
    const { id: cardId, accountId } = repair.card
    return followReadCard(deps, { issuer, accountId, cardId, token: repair.token }, repair.listed)
  }
  for (const fact of repair.facts) await deps.engine.submit(factCommand(deps, repair.of, fact), ISSUER_ACT)
}

/**
 * Sends a card's status to the issuer. For the card that Purser created there, a call is queued. Any other card at the issuer that contains
 * Purser's card id is sent the status at once.
 */
async function push(
  { database, clock, issuers }: RepairDeps,
  issuer: string,
  { card, token }: Extract<DifferenceRepair, { kind: 'push' }>,
): Promise<void> {
  if (card.token === token) {
    const now = clock.now()
    return database.transaction((tx) => resendCardStatus(tx, { cardId: card.id, now }))
  }
  const here = (await ownIssuerCards(database.db, issuer, [card.id])).get(card.id)
  if (here === undefined || here.status === 'active') return
  const outbound = assertPresent(issuers.get(issuer), 'issuers that are called alone are compared')
  await outbound.setStatus(token, here.status, `${card.id}-${token}-${here.status}`)
}
