import { findApproval, listApprovals as listRows } from '../../store/intents/approvals.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { expireOverdueIntents } from '../../store/intents/intent-saving.ts'
import { expireOverdueApprovalAsksOfAccount } from '../asks/expire-overdue.ts'
import { approvalView } from '../commands/intent-view.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'

const listApprovals: ReadOperationService<'listApprovals'> = async (context, { query }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueIntents)
  const { status, customerId, agentId } = query
  return paginate(context, {
    name: 'listApprovals',
    query,
    load: (page) => listRows(context.db, context.principal.accountId, { ...page, status, customerId, agentId }),
    view: approvalView,
  })
}

const getApproval: ReadOperationService<'getApproval'> = async (context, { params }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueIntents)
  const { db, principal } = context
  return approvalView(objectOr404(await findApproval(db, principal.accountId, params.approvalId), 'approval_not_found'))
}

export const approvalHandlers = {
  listApprovals: readOperationHandler(listApprovals),
  getApproval: readOperationHandler(getApproval),
}
