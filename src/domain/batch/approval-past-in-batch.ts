import type { ReasonLevel } from '../../contract/policy.ts'
import {
  type ApprovalPast,
  automaticAmount,
  automaticSum,
  isBeneathLevel,
  noApprovalPast,
  rejectionOfIntent,
} from '../intents/approval-past.ts'
import type { IntentState } from '../intents/intent.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import type { EngineBatch } from './batch.ts'

/** The approval past of a customer at this point of the batch: as it was loaded, with the rejections of earlier commands. */
export function approvalPastInBatch({ set, changes }: EngineBatch, customerId: string): ApprovalPast {
  const past = set.approvalPasts.get(customerId) ?? noApprovalPast
  const rejected = [...changes.changedIntents.values()].flatMap(({ after }) =>
    after.customerId === customerId ? (rejectionOfIntent(after) ?? []) : [],
  )
  return rejected.length === 0 ? past : { ...past, rejections: [...past.rejections, ...rejected] }
}

interface SummedLevel {
  /** The level whose policy sets `autoApprovePerDay`. */
  readonly level: ReasonLevel | undefined
  /** An intent that is about to be replaced by a correction, and does not count. */
  readonly corrects: IntentState | undefined
}

/** The cents that were approved automatically beneath a level in the last 24 hours, earlier commands of the batch included. */
export function automaticSumInBatch(batch: EngineBatch, card: LoadedCard, { level, corrects }: SummedLevel): number {
  const { set, changes, now } = batch
  const isBeneath = isBeneathLevel({ ...card, cardId: card.id }, level)
  let sum = automaticSum(set.approvalPasts.get(card.customerId) ?? noApprovalPast, isBeneath)
  const latest = (intent: IntentState) => set.intentStates.get(intent.id) ?? intent
  const own = (intent: IntentState) =>
    intent.customerId === card.customerId && isBeneath(intent) ? automaticAmount(intent, now) : 0
  const isNew = new Set<string>()
  for (const intent of changes.newIntents) {
    isNew.add(intent.id)
    sum += own(latest(intent))
  }
  for (const [id, { before, after }] of changes.changedIntents) if (!isNew.has(id)) sum += own(after) - own(before)
  return corrects === undefined ? sum : sum - own(corrects)
}
