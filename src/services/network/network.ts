import type { ReadOperationContext } from '../request/context.ts'
import { engineOperationHandler, type EngineService, type OperationHandlers } from '../request/handler.ts'
import { merchantMoneyOfInput, merchantOfInput } from '../input/merchant-input.ts'
import { findCardOfNetworkRequest } from './network-card.ts'
import { networkReferenceOf } from './network-reference.ts'
import { runEngineCommand } from '../commands/through-engine.ts'

/**
 * Requests an authorization (contract, section 10). Like every operation of the network API, the request becomes a command of the engine.
 */
const createAuthorization: EngineService<'createAuthorization'> = async (context, { body }, claim) => {
  const { cardId, credentials } = await findCardOfNetworkRequest(context, body)
  const { accountId } = context.principal
  return runEngineCommand(context, claim, {
    kind: 'authorize',
    accountId,
    cardId,
    amount: body.amount,
    currency: body.currency?.toUpperCase() ?? null,
    merchantMoney: merchantMoneyOfInput(body),
    merchant: merchantOfInput(body.merchant, context.settings),
    ...networkReferenceOf(context, { accountId, cardId }, body.networkReference),
    credentials,
  })
}

const createForceCapture: EngineService<'createForceCapture'> = async (context, { body }, claim) => {
  const { cardId } = await findCardOfNetworkRequest(context, body)
  const { accountId } = context.principal
  const merchant = merchantOfInput(body.merchant, context.settings)
  return runEngineCommand(context, claim, {
    kind: 'force_capture',
    accountId,
    cardId,
    amount: body.amount,
    currency: null,
    merchantMoney: merchantMoneyOfInput(body),
    merchant,
  })
}

const incrementAuthorization: EngineService<'incrementAuthorization'> = (context, { params, body }, claim) =>
  runEngineCommand(context, claim, { kind: 'increment', ...stepOf(context, params.transactionId), amount: body.amount })

const settleAuthorization: EngineService<'settleAuthorization'> = (context, { params, body }, claim) =>
  runEngineCommand(context, claim, {
    kind: 'settle',
    ...stepOf(context, params.transactionId),
    ...amountOf(body),
    final: body.final ?? true,
  })

const reverseAuthorization: EngineService<'reverseAuthorization'> = (context, { params, body }, claim) =>
  runEngineCommand(context, claim, { kind: 'reverse', ...stepOf(context, params.transactionId), ...amountOf(body) })

const createRefund: EngineService<'createRefund'> = (context, { body }, claim) =>
  runEngineCommand(context, claim, { kind: 'refund', ...stepOf(context, body.transactionId), ...amountOf(body) })

type NetworkOperation =
  | 'createAuthorization'
  | 'incrementAuthorization'
  | 'settleAuthorization'
  | 'reverseAuthorization'
  | 'createRefund'
  | 'createForceCapture'

const stepOf = ({ principal }: ReadOperationContext, transactionId: string) => ({
  accountId: principal.accountId,
  transactionId,
})
const amountOf = ({ amount }: { amount?: number }) => (amount === undefined ? {} : { amount })

export const networkHandlers = {
  createAuthorization: engineOperationHandler(createAuthorization),
  incrementAuthorization: engineOperationHandler(incrementAuthorization),
  settleAuthorization: engineOperationHandler(settleAuthorization),
  reverseAuthorization: engineOperationHandler(reverseAuthorization),
  createRefund: engineOperationHandler(createRefund),
  createForceCapture: engineOperationHandler(createForceCapture),
} satisfies Pick<OperationHandlers, NetworkOperation>
