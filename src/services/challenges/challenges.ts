import { expireOverdueChallenges } from '../../store/challenges/challenge-expiry.ts'
import { findChallenge, listChallenges as listRows } from '../../store/challenges/challenges.ts'
import { orThrow } from '../input/or-throw.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { read, write } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { approveChallenge, declineChallenge } from './challenge-decisions.ts'
import { challengeView } from './challenge-view.ts'

/** Expires the account's overdue challenges, so that no answer shows one as pending. */
async function expireOverdue(context: ReadContext): Promise<void> {
  const { database, principal, clock, ids, vault, wakeDispatcher } = context
  const expiry = { now: clock.now(), ids, vault, accountId: principal.accountId }
  if ((await expireOverdueChallenges(database, expiry)) > 0) wakeDispatcher()
}

const listChallenges: ReadService<'listChallenges'> = async (context, { query }) => {
  await expireOverdue(context)
  const { customerId, agentId, cardId, status } = query
  return paginate(context, {
    name: 'listChallenges',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (challenge) => challengeView(context, challenge),
  })
}

const getChallenge: ReadService<'getChallenge'> = async (context, { params }) => {
  await expireOverdue(context)
  const { db, principal } = context
  return challengeView(context, orThrow(await findChallenge(db, principal, params.challengeId), 'challenge_not_found'))
}

export const challengeHandlers = {
  listChallenges: read(listChallenges),
  getChallenge: read(getChallenge),
  approveChallenge: write(approveChallenge),
  declineChallenge: write(declineChallenge),
}
