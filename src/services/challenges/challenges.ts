import { expireOverdueChallenges } from '../../store/challenges/challenge-saving.ts'
import { findChallenge, listChallenges as listRows } from '../../store/challenges/challenges.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationService } from '../request/context.ts'
import { expireOverdueApprovalAsksOfAccount } from '../asks/expire-overdue.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { approveChallenge, declineChallenge } from './challenge-decisions.ts'
import { challengeView } from './challenge-view.ts'

const listChallenges: ReadOperationService<'listChallenges'> = async (context, { query }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueChallenges)
  const { customerId, agentId, cardId, status } = query
  return paginate(context, {
    name: 'listChallenges',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (challenge) => challengeView(context, challenge),
  })
}

const getChallenge: ReadOperationService<'getChallenge'> = async (context, { params }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueChallenges)
  const { db, principal } = context
  return challengeView(
    context,
    objectOr404(await findChallenge(db, principal, params.challengeId), 'challenge_not_found'),
  )
}

export const challengeHandlers = {
  listChallenges: readOperationHandler(listChallenges),
  getChallenge: readOperationHandler(getChallenge),
  approveChallenge: writeOperationHandler(approveChallenge),
  declineChallenge: writeOperationHandler(declineChallenge),
}
