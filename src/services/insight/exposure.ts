import type { ErrorCode } from '../../contract/errors.ts'
import { type Exposure, MAX_BOUNDING_LIMITS } from '../../contract/resources/exposure.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import { exposureOf } from '../../domain/exposure/exposure.ts'
import { answerDeadlines } from '../../lib/traffic/deadlines.ts'
import { TimeSlices } from '../../lib/traffic/time-slices.ts'
import { NodeTurns } from '../../lib/traffic/turns.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { readHandler } from '../request/handler.ts'
import { isSubjectVisible } from '../levels/subjects.ts'

/** Limits how many exposures are computed at a time: two for an account, ten on the node. An exposure may read two thousand cards. */
const turns = new NodeTurns({ ofAccount: 2, inAll: 10, waitMs: answerDeadlines.queue })

/** Answers the most that could still be approved beneath a level (contract, section 5). */
const getCustomerExposure: ReadService<'getCustomerExposure'> = (context, { params: { customerId } }) =>
  exposureBeneath(context, { customerId, agentId: null, cardId: null }, 'customer_not_found')

const getAgentExposure: ReadService<'getAgentExposure'> = async (context, { params: { agentId } }) =>
  exposureBeneath(context, await context.engine.locate({ kind: 'agent', id: agentId }), 'agent_not_found')

const getCardExposure: ReadService<'getCardExposure'> = async (context, { params: { cardId } }) =>
  exposureBeneath(context, await context.engine.locate({ kind: 'card', id: cardId }), 'card_not_found')

async function exposureBeneath(
  { engine, principal, gone }: ReadContext,
  levels: LevelIds | null,
  otherwise: ErrorCode & `${string}_not_found`,
): Promise<Exposure> {
  const exposure =
    levels &&
    (await turns.take(principal, async () => {
      const facts = await engine.exposure(levels)
      if (facts === null || !isSubjectVisible(facts, principal)) return null
      return new TimeSlices({ gone, accountId: principal.accountId }).finish(
        exposureOf(facts, { mostBounding: MAX_BOUNDING_LIMITS }),
      )
    }))
  return objectOr404(exposure ?? undefined, otherwise)
}

export const exposureHandlers = {
  getCustomerExposure: readHandler(getCustomerExposure),
  getAgentExposure: readHandler(getAgentExposure),
  getCardExposure: readHandler(getCardExposure),
}
