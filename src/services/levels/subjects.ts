import { invalidRequestError, type ErrorCode } from '../../contract/errors.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import type { RequestedPurchase } from '../../store/journal/memories/reader.ts'
import type { EvaluationQuestion, CurrentSpendingSubject } from '../../store/journal/read.ts'
import type { Principal, ReadOperationContext } from '../request/context.ts'
import { objectOr404 } from '../input/or-throw.ts'

type Purchases = readonly RequestedPurchase[]
type Declares = EvaluationQuestion['declares']

/**
 * A card with the levels above it, as a decision about these purchases would see them now. Throws `card_not_found`.
 */
export const currentSpendingSubjectOfCard = async (
  context: ReadOperationContext,
  id: string,
  purchases: Purchases = [],
  declares?: Declares,
): Promise<CurrentSpendingSubject> =>
  visible(context, await context.engine.locate({ kind: 'card', id }), {
    purchases,
    declares,
    otherwise: 'card_not_found',
  })

export const currentSpendingSubjectOfAgent = async (
  context: ReadOperationContext,
  id: string,
): Promise<CurrentSpendingSubject> =>
  visible(context, await context.engine.locate({ kind: 'agent', id }), { otherwise: 'agent_not_found' })

/**
 * A customer as a decision would see it now. An agent's key gets `customer_not_found`: it may not see what the whole customer has spent.
 */
export const currentSpendingSubjectOfCustomer = (
  context: ReadOperationContext,
  customerId: string,
): Promise<CurrentSpendingSubject> =>
  visible(context, { customerId, agentId: null, cardId: null }, { otherwise: 'customer_not_found' })

type MissingCode = ErrorCode & `${string}_not_found`

async function visible(
  { engine, principal }: ReadOperationContext,
  levels: SpendingLevelIds | null,
  { purchases = [], declares, otherwise }: { purchases?: Purchases; declares?: Declares; otherwise: MissingCode },
): Promise<CurrentSpendingSubject> {
  const read = levels && (await engine.subject({ ...levels, purchases, ...(declares && { declares }) }))
  return objectOr404(read && isSpendingSubjectVisible(read, principal) ? read : undefined, otherwise)
}

export const isSpendingSubjectVisible = (
  { subject }: CurrentSpendingSubject,
  { accountId, agentId }: Principal,
): boolean => subject.customer.accountId === accountId && (agentId === null || subject.agent?.id === agentId)

export interface NamedLevels {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
}

/** A purchase that is evaluated. `declares`: the declaration that is foreseen with it. */
export type EvaluatedPurchase = RequestedPurchase & { readonly declares?: Declares }

/**
 * The levels of the most specific id that a request names. Throws 404 where one of the other ids does not exist, and
 * 400 `id_mismatch` where it does not belong to the most specific one. A key of the role `agent` has to name its agent or a card.
 */
export async function spendingSubjectOfNamedLevels(
  context: ReadOperationContext,
  named: NamedLevels,
  purchase: EvaluatedPurchase,
): Promise<CurrentSpendingSubject> {
  const read = await mostSpecific(context, named, purchase)
  const { agent, customer } = read.subject
  if (named.agentId !== undefined && named.agentId !== agent?.id) {
    await currentSpendingSubjectOfAgent(context, named.agentId)
    throw mismatch('agentId')
  }
  if (named.customerId !== undefined && named.customerId !== customer.id) {
    await currentSpendingSubjectOfCustomer(context, named.customerId)
    throw mismatch('customerId')
  }
  return read
}

async function mostSpecific(
  context: ReadOperationContext,
  { cardId, agentId, customerId }: NamedLevels,
  { declares, ...purchase }: EvaluatedPurchase,
): Promise<CurrentSpendingSubject> {
  if (cardId !== undefined) return currentSpendingSubjectOfCard(context, cardId, [purchase], declares)
  if (agentId !== undefined) return currentSpendingSubjectOfAgent(context, agentId)
  if (customerId !== undefined) return currentSpendingSubjectOfCustomer(context, customerId)
  throw invalidRequestError(
    'cardId',
    'One of `cardId`, `agentId` and `customerId` is required.',
    'parameter_missing',
    'Send the id of the card, agent or customer to judge by.',
  )
}

const mismatch = (param: string) =>
  invalidRequestError(
    param,
    'These ids do not belong together.',
    'id_mismatch',
    'Send the most specific id alone: it says which agent and customer it belongs to.',
  )
