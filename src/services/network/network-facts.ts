import type { MerchantInput } from '../../contract/decisions.ts'
import { issuerDeclined } from '../../domain/transactions/issuer-declined.ts'
import { maskCardNumbers } from '../../lib/numbers-in-text.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { merchantMoneyOfInput, merchantOfInput } from '../input/merchant-input.ts'
import { findCardOfNetworkRequest, type NetworkCardReference } from './network-card.ts'
import { networkReferenceOf } from './network-reference.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { engineOperationHandler, type EngineService, type OperationHandlers } from '../request/handler.ts'
import { runEngineCommand } from '../commands/through-engine.ts'

/** Records what an issuer reports about an authorization: a fact, which no rule decides (contract, section 10). */
const createAdvice: EngineService<'createAdvice'> = async (context, { body }, claim) => {
  const { approved } = body
  return runEngineCommand(context, claim, {
    ...(await factOf(context, body)),
    kind: 'advise',
    approved,
    asOf: instantOfTimestamp('asOf', body.asOf) ?? null,
    reasons: approved ? [] : [issuerDeclined(maskCardNumbers(body.reason ?? '', context.settings.cardBin))],
  })
}

const createPosting: EngineService<'createPosting'> = async (context, { body }, claim) =>
  runEngineCommand(context, claim, {
    ...(await factOf(context, body)),
    kind: 'post',
    moved: body.kind,
    final: body.final ?? true,
  })

interface FactBody extends NetworkCardReference {
  readonly factId: string
  readonly networkReference?: string
  readonly amount: number
  readonly merchantAmount?: number
  readonly merchantCurrency?: string
  readonly merchant?: MerchantInput
}

async function factOf(context: ReadOperationContext, body: FactBody) {
  const { cardId } = await findCardOfNetworkRequest(context, body)
  const { accountId } = context.principal
  return {
    accountId,
    cardId,
    factHash: context.vault.fingerprint('fact', accountId, cardId, body.factId).toString('base64url'),
    amount: body.amount,
    currency: null,
    merchantMoney: merchantMoneyOfInput(body),
    merchant: merchantOfInput(body.merchant, context.settings),
    ...networkReferenceOf(context, { accountId, cardId }, body.networkReference),
  }
}

export const networkFactHandlers = {
  createAdvice: engineOperationHandler(createAdvice),
  createPosting: engineOperationHandler(createPosting),
} satisfies Pick<OperationHandlers, 'createAdvice' | 'createPosting'>
