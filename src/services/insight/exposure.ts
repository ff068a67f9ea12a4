import type { ErrorCode } from '../../contract/errors.ts'
import { type Exposure, MAX_LIMITS_BOUNDING_EXPOSURE } from '../../contract/resources/exposure.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import { computeSpendExposure } from '../../domain/exposure/exposure.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { isSpendingSubjectVisible } from '../levels/subjects.ts'

/** Limits how many exposures are computed at a time: two for an account, ten on the node. An exposure may read two thousand cards. */
const turns = new NodeWorkTurns({ ofAccount: 2, inAll: 10, waitMs: answerStepDeadlinesMs.queue })

/** Answers the most that could still be approved beneath a level (contract, section 5). */
const getCustomerExposure: ReadOperationService<'getCustomerExposure'> = (context, { params: { customerId } }) =>
  exposureBeneath(context, { customerId, agentId: null, cardId: null }, 'customer_not_found')

const getAgentExposure: ReadOperationService<'getAgentExposure'> = async (context, { params: { agentId } }) =>
  exposureBeneath(context, await context.engine.locate({ kind: 'agent', id: agentId }), 'agent_not_found')

const getCardExposure: ReadOperationService<'getCardExposure'> = async (context, { params: { cardId } }) =>
  exposureBeneath(context, await context.engine.locate({ kind: 'card', id: cardId }), 'card_not_found')

async function exposureBeneath(
  { engine, principal, gone }: ReadOperationContext,
  levels: SpendingLevelIds | null,
  otherwise: ErrorCode & `${string}_not_found`,
): Promise<Exposure> {
  const exposure =
    levels &&
    (await turns.take(principal, async () => {
      const facts = await engine.exposure(levels)
      if (facts === null || !isSpendingSubjectVisible(facts, principal)) return null
      return new LongWorkTimeSlices({ gone, accountId: principal.accountId }).finish(
        computeSpendExposure(facts, { mostBounding: MAX_LIMITS_BOUNDING_EXPOSURE }),
      )
    }))
  return objectOr404(exposure ?? undefined, otherwise)
}

export const exposureHandlers = {
  getCustomerExposure: readOperationHandler(getCustomerExposure),
  getAgentExposure: readOperationHandler(getAgentExposure),
  getCardExposure: readOperationHandler(getCardExposure),
}
