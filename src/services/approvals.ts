import { findApproval, listApprovals as listRows } from '../store/approvals.ts'
import type { ReadService } from './request/context.ts'
import { read } from './request/handler.ts'
import { expireOverdue } from './intent-expiry.ts'
import { approvalView } from './intent-view.ts'
import { found } from './ownership.ts'
import { mapPage, paginate } from './request/pagination.ts'

const listApprovals: ReadService<'listApprovals'> = async (context, { query }) => {
  await expireOverdue(context)
  const { status, customerId, agentId } = query
  const page = await paginate(context, { name: 'listApprovals', query }, (request) =>
    listRows(context.db, context.principal.accountId, { ...request, status, customerId, agentId }),
  )
  return mapPage(page, approvalView)
}

const getApproval: ReadService<'getApproval'> = async (context, { params }) => {
  await expireOverdue(context)
  const { db, principal } = context
  return approvalView(found(await findApproval(db, principal.accountId, params.approvalId), 'approval_not_found'))
}

export const approvalHandlers = {
  listApprovals: read(listApprovals),
  getApproval: read(getApproval),
}
