import type { ChangeRequest as ChangeRequestAnswer } from '../../contract/resources/change-requests.ts'
import { ApiError } from '../../contract/errors.ts'
import { timestamp } from '../../lib/clock.ts'
import { requestDetails } from '../../domain/changes/change-request-consequences.ts'
import type { NamedChangeRequest } from '../../store/intents/change-requests.ts'
import type { Db } from '../../store/connection/db.ts'
import { isOver, levelsOf, type Preview, previewOf } from '../customers/asked-levels.ts'
import { namesView } from '../intents/intent-view.ts'
import type { Deps } from '../request/context.ts'

/** A request as it stands: while it waits, with what approving it would change now. */
export async function currentView(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  db: Db,
  request: NamedChangeRequest,
): Promise<ChangeRequestAnswer> {
  const preview = request.status === 'pending' ? await currentPreview(db, request, clock.now()) : undefined
  return changeRequestView(request, settings, preview)
}

type Shown = Pick<Preview, 'changes' | 'warnings'>

/** Nothing where it cannot be made any more: approving it says why. */
async function currentPreview(db: Db, request: NamedChangeRequest, now: number): Promise<Shown> {
  const nothing = { changes: [], warnings: [] }
  const levels = await levelsOf(db, request)
  if (levels === undefined || isOver(levels)) return nothing
  try {
    return previewOf(levels, request.wanted, now)
  } catch (error) {
    if (error instanceof ApiError) return nothing
    throw error
  }
}

/** `preview`: of one that waits; and the warnings of what approving it has left. */
export const changeRequestView = (
  request: NamedChangeRequest,
  { publicUrl }: Pick<Deps['settings'], 'publicUrl'>,
  preview?: Shown,
): ChangeRequestAnswer => ({
  id: request.id,
  ...requestDetails(request),
  ...namesView(request.names),
  ...(request.purchase === null ? {} : { purchase: request.purchase }),
  changes: [...(preview?.changes ?? request.changes)],
  ...(preview === undefined ? {} : { warnings: preview.warnings }),
  requestedBy: request.requestedBy,
  ...(request.decidedAt === null ? {} : { decidedAt: timestamp(request.decidedAt) }),
  ...(request.status === 'pending' ? { approvalUrl: `${publicUrl}/approvals/${request.id}` } : {}),
  createdAt: timestamp(request.createdAt),
})
