import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import { decisionPasskeyThreshold } from '../people/passkey-threshold.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { agentAuditChange, cardAuditChange, customerAuditChange } from '../../domain/changes/audited.ts'
import type { DecisionSubject } from '../../domain/changes/subject.ts'
import type { ResourceFieldChange } from '../../domain/audit/audited-act.ts'
import type { AgentWithAllFields } from '../../domain/changes/agent.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { type ExposureInputs, mostSpendWithoutApproval } from '../../domain/exposure/exposure.ts'
import {
  type LevelWithProposedRules,
  exposureInputsWithLevelChange,
  exposureInputsWithoutPauses,
} from '../../domain/exposure/changed-facts.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { refusalUnlessPasskeyConfirmed } from '../people/confirmations.ts'
import type { CommittedRefusal, WriteOperationContext } from '../request/context.ts'

/** A change of the policy, the limits or the status of one level that is not saved yet, and may let more be spent than before. */
export interface LevelLoosening {
  readonly operation: OperationName
  readonly resourceId: string
  /** The change request whose approval makes the change, as the subject of the decision. Absent: no change request is approved. */
  readonly subject?: DecisionSubject
  /** The ids of the changed level and of the levels above it. */
  readonly levels: SpendingLevelIds
  readonly after: LevelWithProposedRules
  readonly changes: readonly ResourceFieldChange[]
  readonly proof: PasskeyAssertion | undefined
}

interface RowChange<Row> {
  readonly operation: OperationName
  readonly before: Row
  readonly after: Row
  readonly proof: PasskeyAssertion | undefined
}

export const looseningOfCustomerChange = ({
  before,
  after,
  ...change
}: RowChange<CustomerWithAllFields>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.id, agentId: null, cardId: null },
  after: { customer: after },
  changes: customerAuditChange(before, after).changes,
})

export const looseningOfAgentChange = ({
  before,
  after,
  ...change
}: RowChange<AgentWithAllFields>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.customerId, agentId: before.id, cardId: null },
  after: { agent: after },
  changes: agentAuditChange(before, after).changes,
})

export const looseningOfCardChange = ({ before, after, ...change }: RowChange<CardWithAllFields>): LevelLoosening => ({
  ...change,
  resourceId: before.id,
  levels: { customerId: before.customerId, agentId: before.agentId, cardId: before.id },
  after: { card: after },
  changes: cardAuditChange(before, after).changes,
})

/**
 * Like `unconfirmedLooseningRefusal`, but returns null for every caller that is no person. An API key of the role `admin` is the program of
 * an owner of the account, and needs no passkey.
 */
export const looseningUnconfirmedByPerson = async (
  context: WriteOperationContext,
  change: LevelLoosening,
): Promise<CommittedRefusal | null> =>
  context.principal.person === null ? null : unconfirmedLooseningRefusal(context, change)

/**
 * Returns the refusal of a change that needs a passkey and was not confirmed with one. Null: the change may be made (contract, section 15).
 * A change needs a passkey if it raises what can be spent without a person, to more than the account's `approvalPasskeyAbove`.
 */
export async function unconfirmedLooseningRefusal(
  context: WriteOperationContext,
  { levels, after, changes, proof, ...change }: LevelLoosening,
): Promise<CommittedRefusal | null> {
  const { tx, principal, engine } = context
  if (proof === undefined) {
    const account = await findAccount(tx, principal.accountId)
    if (account.approval_passkey_above === null || changes.length === 0) return null
    const facts = assertPresent(await engine.exposure(levels), 'a level that is locked is there')
    const above = decisionPasskeyThreshold(account, facts.subject.customer.currency)
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
  facts: ExposureInputs,
  after: LevelWithProposedRules,
  { above, accountId }: { above: number; accountId: string },
): Promise<boolean> {
  const then = exposureInputsWithLevelChange(facts, after)
  const measures: [was: ExposureInputs, will: ExposureInputs][] = [
    [facts, then],
    [exposureInputsWithoutPauses(facts), exposureInputsWithoutPauses(then)],
  ]
  const slices = new LongWorkTimeSlices({ accountId })
  for (const [was, will] of measures) {
    const most = await slices.finish(mostSpendWithoutApproval(will))
    if (most > above && most > (await slices.finish(mostSpendWithoutApproval(was)))) return true
  }
  return false
}
