import { errorCatalogue } from '../../contract/errors.ts'
import { freeIdempotencyKey, type IdempotencyClaim, saveIdempotentReply } from '../../store/requests/idempotency.ts'
import { CommittedRefusal, type WriteOperationContext } from './context.ts'
import { takeClaimOrEarlierReply, isReplyStored } from './idempotency.ts'

/** The answer of one run of an operation, with the id of the record that this run stored. */
export interface EveryRequestOperationRun<Answer> {
  readonly id: string
  readonly answer: Answer | CommittedRefusal
}

/**
 * Runs an operation at every request, even where the request repeats an Idempotency-Key (contract, section 2, Idempotency). The key does
 * not store the reply of the first request, but the id of the record that the first run made. `run` gets this id as `firstId`. Null: it is
 * the first request with the key, or the request has no key.
 */
export async function runOperationAtEveryRequest<Answer>(
  { tx, clock }: WriteOperationContext,
  claim: IdempotencyClaim | null,
  run: (firstId: string | null) => Promise<EveryRequestOperationRun<Answer>>,
): Promise<Answer | CommittedRefusal> {
  if (claim === null) return (await run(null)).answer
  const first = await takeClaimOrEarlierReply(tx, claim, clock.now())
  const { id, answer } = await run(first && first.reply.toString())
  if (first !== null) return answer
  const status = answer instanceof CommittedRefusal ? errorCatalogue[answer.error.code].status : 200
  await (isReplyStored(status)
    ? saveIdempotentReply(tx, claim, { status, reply: Buffer.from(id), sealed: false })
    : freeIdempotencyKey(tx, claim))
  return answer
}
