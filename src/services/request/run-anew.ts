import { errorCatalogue } from '../../contract/errors.ts'
import { dropClaim, type IdempotencyClaim, saveReply } from '../../store/requests/idempotency.ts'
import { Refusal, type WriteContext } from './context.ts'
import { earlierReply, isStored } from './idempotency.ts'

/** The answer of one run of an operation, with the id of the record that the run stored. */
export interface Run<Answer> {
  readonly id: string
  readonly answer: Answer | Refusal
}

/**
 * Runs an operation for every request, even a repeated one (contract, section 2, Idempotency). No reply is stored for its Idempotency-Key,
 * only the id of the first run's record, which each repeat gets as `firstId`.
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
