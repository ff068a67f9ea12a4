import { TimeSlices } from '../../lib/traffic/time-slices.ts'
import { passkeyThreshold } from '../people/passkey-threshold.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { agentChange, cardChange, customerChange } from '../../domain/changes/audited.ts'
import type { DecisionSubject } from '../../domain/changes/subject.ts'
import type { FieldChange } from '../../domain/audit/audited-act.ts'
import type { WholeAgent } from '../../domain/changes/agent.ts'
import type { WholeCard } from '../../domain/changes/card.ts'
import type { WholeCustomer } from '../../domain/changes/customer.ts'
import { type ExposureFacts, unapprovedMostOf } from '../../domain/exposure/exposure.ts'
import {
  type LevelWithTriedRules,
  factsWithChange,
  exposureFactsWithoutPauses,
} from '../../domain/exposure/changed-facts.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { refusalUnlessPasskeyConfirmed } from '../people/confirmations.ts'
import type { CommittedRefusal, WriteContext } from '../request/context.ts'

/** A change of the policy, the limits or the status of one level that is not saved yet, and may let more be spent than before. */
export interface LevelLoosening {
  readonly operation: OperationName
  readonly resourceId: string
  /** The change request whose approval makes the change, as the subject of the decision. Absent: no change request is approved. */
  readonly subject?: DecisionSubject
  /** The ids of the changed level and of the levels above it. */
  readonly levels: LevelIds
  readonly after: LevelWithTriedRules
  readonly changes: readonly FieldChange[]
  readonly proof: PasskeyAssertion | undefined
}

interface RowChange<Row> {
  readonly operation: OperationName
  readonly before: Row
  readonly after: Row
  readonly proof: PasskeyAssertion | undefined
}

export const customerLoosening = ({ before, after, ...change }: RowChange<WholeCustomer>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.id, agentId: null, cardId: null },
  after: { customer: after },
  changes: customerChange(before, after).changes,
})

export const agentLoosening = ({ before, after, ...change }: RowChange<WholeAgent>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.customerId, agentId: before.id, cardId: null },
  after: { agent: after },
  changes: agentChange(before, after).changes,
})

export const cardLoosening = ({ before, after, ...change }: RowChange<WholeCard>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.customerId, agentId: before.agentId, cardId: before.id },
  after: { card: after },
  changes: cardChange(before, after).changes,
})

/**
 * Like `unconfirmedLooseningRefusal`, but returns null for every caller that is no person. An API key of the role `admin` is the program of
 * an owner of the account, and needs no passkey.
 */
export const looseningUnconfirmedByPerson = async (
  context: WriteContext,
  change: LevelLoosening,
): Promise<CommittedRefusal | null> =>
  context.principal.person === null ? null : unconfirmedLooseningRefusal(context, change)

/**
 * Returns the refusal of a change that needs a passkey and was not confirmed with one. Null: the change may be made (contract, section 15).
 * A change needs a passkey if it raises what can be spent without a person, to more than the account's `approvalPasskeyAbove`.
 */
export async function unconfirmedLooseningRefusal(
  context: WriteContext,
  { levels, after, changes, proof, ...change }: LevelLoosening,
): Promise<CommittedRefusal | null> {
  const { tx, principal, engine } = context
  if (proof === undefined) {
    const account = await findAccount(tx, principal.accountId)
    if (account.approval_passkey_above === null || changes.length === 0) return null
    const facts = assertPresent(await engine.exposure(levels), 'a level that is locked is there')
    const above = passkeyThreshold(account, facts.subject.customer.currency)
    if (above === null || !(await rises(facts, after, { above, accountId: principal.accountId }))) return null
  }
  return refusalUnlessPasskeyConfirmed(context, { ...change, becomes: changes }, { proof, message: WHY })
}

const WHY =
  'A person has to confirm this change with a passkey: more could be spent without a person than the account lets pass without one.'

/**
 * Whether more than `above` cents can be spent without a person after a change, and more than before it. The amounts before and after are
 * compared twice: with the present statuses, and as if nothing were frozen, paused or suspended. If one comparison finds more, the result
 * is `true`. Otherwise somebody could raise limits during a pause without a passkey, and use them when the pause ends.
 */
async function rises(
  facts: ExposureFacts,
  after: LevelWithTriedRules,
  { above, accountId }: { above: number; accountId: string },
): Promise<boolean> {
  const then = factsWithChange(facts, after)
  const measures: [was: ExposureFacts, will: ExposureFacts][] = [
    [facts, then],
    [exposureFactsWithoutPauses(facts), exposureFactsWithoutPauses(then)],
  ]
  const slices = new TimeSlices({ accountId })
  for (const [was, will] of measures) {
    const most = await slices.finish(unapprovedMostOf(will))
    if (most > above && most > (await slices.finish(unapprovedMostOf(was)))) return true
  }
  return false
}
