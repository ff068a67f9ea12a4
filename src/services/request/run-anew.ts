import { errorCatalogue } from '../../contract/errors.ts'
import { dropClaim, type IdempotencyClaim, saveReply } from '../../store/requests/idempotency.ts'
import { Refusal, type WriteContext } from './context.ts'
import { earlierReply, isStored } from './idempotency.ts'

/** An answer, and the id of the record that it left behind. */
export interface Run<Answer> {
  readonly id: string
  readonly answer: Answer | Refusal
}

/**
 * For an operation that runs anew each time, whatever its Idempotency-Key (contract, section 2): no answer is kept, only the id
 * of the first run's record. Each repeat is told of it.
 */
export async function runAnew<Answer>(
  { tx, clock }: WriteContext,
  claim: IdempotencyClaim | null,
  run: (firstId: string | null) => Promise<Run<Answer>>,
): Promise<Answer | Refusal> {
  if (claim === null) return (await run(null)).answer
  const first = await earlierReply(tx, claim, clock.now())
  const { id, answer } = await run(first && first.reply.toString())
  if (first !== null) return answer
  const status = answer instanceof Refusal ? errorCatalogue[answer.error.code].status : 200
  await (isStored(status)
    ? saveReply(tx, claim, { status, reply: Buffer.from(id), sealed: false })
    : dropClaim(tx, claim))
  return answer
}
