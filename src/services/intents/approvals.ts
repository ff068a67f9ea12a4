import { findApproval, listApprovals as listRows } from '../../store/intents/approvals.ts'
import type { ReadService } from '../request/context.ts'
import { readHandler } from '../request/handler.ts'
import { expireOverdueIntents } from '../../store/intents/intent-saving.ts'
import { expireOverdueAsksOfAccount } from '../asks/expire-overdue.ts'
import { approvalView } from '../commands/intent-view.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'

const listApprovals: ReadService<'listApprovals'> = async (context, { query }) => {
  await expireOverdueAsksOfAccount(context, expireOverdueIntents)
  const { status, customerId, agentId } = query
  return paginate(context, {
    name: 'listApprovals',
    query,
    load: (page) => listRows(context.db, context.principal.accountId, { ...page, status, customerId, agentId }),
    view: approvalView,
  })
}

const getApproval: ReadService<'getApproval'> = async (context, { params }) => {
  await expireOverdueAsksOfAccount(context, expireOverdueIntents)
  const { db, principal } = context
  return approvalView(objectOr404(await findApproval(db, principal.accountId, params.approvalId), 'approval_not_found'))
}

export const approvalHandlers = {
  listApprovals: readHandler(listApprovals),
  getApproval: readHandler(getApproval),
}
