import { expireOverdueChallenges } from '../../store/challenges/challenge-saving.ts'
import { findChallenge, listChallenges as listRows } from '../../store/challenges/challenges.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadService } from '../request/context.ts'
import { expireOverdueAsksOfAccount } from '../asks/expire-overdue.ts'
import { readHandler, writeHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { approveChallenge, declineChallenge } from './challenge-decisions.ts'
import { challengeView } from './challenge-view.ts'

const listChallenges: ReadService<'listChallenges'> = async (context, { query }) => {
  await expireOverdueAsksOfAccount(context, expireOverdueChallenges)
  const { customerId, agentId, cardId, status } = query
  return paginate(context, {
    name: 'listChallenges',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (challenge) => challengeView(context, challenge),
  })
}

const getChallenge: ReadService<'getChallenge'> = async (context, { params }) => {
  await expireOverdueAsksOfAccount(context, expireOverdueChallenges)
  const { db, principal } = context
  return challengeView(
    context,
    objectOr404(await findChallenge(db, principal, params.challengeId), 'challenge_not_found'),
  )
}

export const challengeHandlers = {
  listChallenges: readHandler(listChallenges),
  getChallenge: readHandler(getChallenge),
  approveChallenge: writeHandler(approveChallenge),
  declineChallenge: writeHandler(declineChallenge),
}
