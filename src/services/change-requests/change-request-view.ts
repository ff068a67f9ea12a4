import { currencyUnlessDefault } from '../../domain/currencies.ts'
import type { ChangeRequest as ChangeRequestAnswer } from '../../contract/resources/change-requests.ts'
import { ApiError } from '../../contract/errors.ts'
import { approvalIdOfIntent } from '../../domain/intents/intent.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { changeRequestSubject, hashOfDecisionSubject } from '../../domain/changes/subject.ts'
import { changeRequestDetails } from '../../domain/changes/change-request-consequences.ts'
import type { NamedChangeRequest } from '../../store/change-requests/change-requests.ts'
import type { Db } from '../../store/connection/db.ts'
import {
  type ChangeRequestLevels,
  isCardClosedOrAgentDisabled,
  readChangeRequestLevels,
  type ChangeRequestPreview,
  previewChangeRequestApproval,
  readLevelsOfChangeRequests,
} from './change-request-levels.ts'
import { levelNamesView } from '../commands/intent-view.ts'
import type { NodeDeps } from '../request/context.ts'

/** The answer about a change request. While the request is pending, the answer contains what its approval would change now. */
export async function currentChangeRequestView(
  { clock, settings }: Pick<NodeDeps, 'clock' | 'settings'>,
  db: Db,
  request: NamedChangeRequest,
): Promise<ChangeRequestAnswer> {
  const preview = request.status === 'pending' ? await currentChangeRequestPreview(db, request, clock.now()) : undefined
  return changeRequestView(request, settings, preview)
}

/** A change request of a list, with its levels where its answer contains what its approval would change. */
export interface ListedChangeRequest {
  readonly id: string
  readonly request: NamedChangeRequest
  readonly levels: ChangeRequestLevels | undefined
}

/** Reads the levels of a list's change requests, from which the answers about them are made. */
export async function readListedChangeRequests(
  db: Db,
  accountId: string,
  requests: readonly NamedChangeRequest[],
): Promise<ListedChangeRequest[]> {
  const isShown = ({ status }: NamedChangeRequest) => status === 'pending'
  const levelsOfOne = await readLevelsOfChangeRequests(db, accountId, requests.filter(isShown))
  return requests.map((request) => {
    const levels = isShown(request) ? levelsOfOne(request) : undefined
    return { id: request.id, request, levels }
  })
}

/**
 * The answer about a change request in a list. While the request is pending, the answer contains what its approval would change now, but no
 * warnings.
 */
export function listedChangeRequestView(
  { request, levels }: ListedChangeRequest,
  { clock, settings }: Pick<NodeDeps, 'clock' | 'settings'>,
): ChangeRequestAnswer {
  if (request.status !== 'pending') return changeRequestView(request, settings)
  const { changes } = previewNow(levels, request, clock.now())
  return changeRequestView(request, settings, { changes })
}

type Shown = Pick<ChangeRequestPreview, 'changes'> & Partial<Pick<ChangeRequestPreview, 'warnings'>>

/**
 * The changes that approving a change request would make now. Empty where the change is no longer possible: the error of approving it says
 * why.
 */
export async function currentChangeRequestPreview(db: Db, request: NamedChangeRequest, now: number): Promise<Shown> {
  return previewNow(await readChangeRequestLevels(db, request), request, now)
}

function previewNow(levels: ChangeRequestLevels | undefined, request: NamedChangeRequest, now: number): Shown {
  const nothing = { changes: [], warnings: () => [] }
  if (request.once !== null || levels === undefined || isCardClosedOrAgentDisabled(levels)) return nothing
  try {
    return previewChangeRequestApproval(levels, request.wanted, now)
  } catch (error) {
    if (error instanceof ApiError) return nothing
    throw error
  }
}

/** The answer about a change request. `preview`: what approving it would change or has just changed, with the warnings about the result. */
export const changeRequestView = (
  request: NamedChangeRequest,
  { publicUrl }: Pick<NodeDeps['settings'], 'publicUrl'>,
  preview?: Shown,
): ChangeRequestAnswer => ({
  id: request.id,
  ...changeRequestDetails(request),
  ...levelNamesView(request.names),
  ...currencyUnlessDefault(request.names.currency),
  ...(request.purchase === null ? {} : { purchase: request.purchase }),
  changes: [...(preview?.changes ?? request.changes)],
  ...(preview?.warnings === undefined ? {} : { warnings: preview.warnings() }),
  requestedBy: request.requestedBy,
  ...(request.decidedAt === null ? {} : { decidedAt: isoTimestamp(request.decidedAt) }),
  ...(request.status === 'pending'
    ? {
        subjectHash: hashOfDecisionSubject(changeRequestSubject(request, preview?.changes ?? request.changes)),
        approvalUrl: `${publicUrl}/approvals/${request.once === null ? request.id : approvalIdOfIntent(request.once.intent)}`,
      }
    : {}),
  createdAt: isoTimestamp(request.createdAt),
})
