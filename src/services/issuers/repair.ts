import type { IssuerApiCalls } from '../../issuers/issuer.ts'
import { assertPresent } from '../../lib/assert.ts'
import { ownIssuerCards, resendCardStatus } from '../../store/issuers/issuer-records.ts'
import type { NodeDeps } from '../request/context.ts'
import { issuerFactCommand } from './commands.ts'
import { ANSWER_ISSUER_AUDIT_ACT } from './decide.ts'
import type { RepairableIssuerDifference, IssuerDifferenceRepair } from './differences.ts'
import { followStricterIssuerCardStatus } from './follow-issuer.ts'

export type ReconcileRepairDeps = Pick<
  NodeDeps,
  'database' | 'byKey' | 'clock' | 'ids' | 'engine' | 'vault' | 'settings'
> & {
  readonly issuers: ReadonlyMap<string, IssuerApiCalls>
  /** Makes all calls to issuers that are due. */
  readonly call: () => Promise<void>
}

export async function repairIssuerDifferences(
  deps: ReconcileRepairDeps,
  findings: readonly RepairableIssuerDifference[],
): Promise<void> {
  const repairs = new Map(
    findings.flatMap(({ difference, repair }) => (repair === null ? [] : [[repair, difference] as const])),
  )
  for (const [repair, { issuer }] of repairs) await repairOne(deps, issuer, repair)
  await deps.call()
}

async function repairOne(deps: ReconcileRepairDeps, issuer: string, repair: IssuerDifferenceRepair): Promise<void> {
  if (repair.kind === 'push') return push(deps, issuer, repair)
  if (repair.kind === 'follow') {
    const { id: cardId, accountId } = repair.card
    return followStricterIssuerCardStatus(deps, { issuer, accountId, cardId, token: repair.token }, repair.listed)
  }
  for (const fact of repair.facts)
    await deps.engine.submit(issuerFactCommand(deps, repair.of, fact), ANSWER_ISSUER_AUDIT_ACT)
}

/**
 * Sends a card's status to the issuer. For the card that Purser created there, a call is queued. Any other card at the issuer that contains
 * Purser's card id is sent the status at once.
 */
async function push(
  { database, clock, issuers }: ReconcileRepairDeps,
  issuer: string,
  { card, token }: Extract<IssuerDifferenceRepair, { kind: 'push' }>,
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
