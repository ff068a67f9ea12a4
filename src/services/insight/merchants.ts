import { explainMatch, merchantWhereabouts } from '../../domain/merchant-match/merchant-match.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'

/** Explains whether decisions would match an observed merchant name with a name in a list of a policy. */
const explainMerchant: ReadOperationService<'explainMerchant'> = async (
  _,
  { body: { observed, listed, city, country } },
) => {
  const where = merchantWhereabouts({
    ...(city === undefined ? {} : { city }),
    ...(country === undefined ? {} : { country }),
  })
  const { tolerated, ...explanation } = explainMatch(observed, listed, where)
  return { ...explanation, tolerated: [...tolerated] }
}

export const merchantHandlers = { explainMerchant: readOperationHandler(explainMerchant) }
