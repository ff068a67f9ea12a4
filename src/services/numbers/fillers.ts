import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { type Filler, type FillerKey, MAX_FILLERS } from '../../contract/resources/fillers.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import { agentLifecycle } from '../../domain/lifecycles/agent.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import { findAgent, lockAgent } from '../../store/customers/agents.ts'
import { lockRowWithCustomer } from '../../store/locks/customer-lock.ts'
import {
  deleteFiller as deleteRow,
  findFiller,
  insertFiller,
  listFillers as listRows,
} from '../../store/numbers/fillers.ts'
import type { FillerState } from '../../store/rows/access-tables.ts'
import { sealCardDetails } from './sealed-details.ts'
import { isCardSealingKey } from './jwe.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { hasToConfirmNumberRead } from './number-proofs.ts'
import { refusalUnlessPasskeyConfirmed } from '../people/confirmations.ts'
import type {
  ReadOperationService,
  CommittedRefusal,
  WriteOperationContext,
  WriteOperationService,
} from '../request/context.ts'
import { everyRequestHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'

/** Registers a filler of an agent, with the public key that card numbers are sealed for (contract, section 7). */
const createFiller: WriteOperationService<'createFiller'> = async (context, { params, body }) => {
  const { tx, principal, ids } = context
  const { locked, agent } = objectOr404(await lockAgent(context, principal, params.agentId), 'agent_not_found')
  if (isFinalLifecycleStatus(agentLifecycle, agent.status)) throw new ApiError('agent_disabled')
  await checkKey(body.publicKey)
  const others = await listRows(tx, agent.id, { limit: MAX_FILLERS, after: null })
  if (others.length >= MAX_FILLERS) throw tooMany()
  const refusal = await unconfirmedFiller(context, agent.id, body)
  if (refusal !== null) return refusal
  const id = ids('fil', bucketOfId(agent.id))
  const filler: FillerState = {
    id,
    accountId: agent.accountId,
    customerId: agent.customerId,
    agentId: agent.id,
    name: body.name,
    publicKey: body.publicKey,
    createdAt: timeOfId(id),
  }
  await insertFiller(locked, filler)
  return fillerView(filler)
}

/**
 * The refusal of a new filler that a person has not confirmed with a passkey. Every card number of the agent can be sealed for a filler, so
 * registering it needs a passkey in the same cases as reading a number. Null: the filler may be registered.
 */
async function unconfirmedFiller(
  context: WriteOperationContext,
  agentId: string,
  { proof, ...becomes }: OperationInputOf<'createFiller'>['body'],
): Promise<CommittedRefusal | null> {
  if (proof === undefined && !(await hasToConfirmNumberRead(context))) return null
  const message = 'A person has to confirm with a passkey that card numbers may be sealed for this filler.'
  return refusalUnlessPasskeyConfirmed(
    context,
    { operation: 'createFiller', resourceId: agentId, becomes },
    { proof, message },
  )
}

async function checkKey(key: FillerKey): Promise<void> {
  if (await isCardSealingKey(key)) return
  throw invalidRequestError(
    'publicKey',
    'This is no public key on P-256 or X25519.',
    'parameter_invalid',
    'Send the public half of a key pair as JWK: `kty`, `crv`, `x`, and `y` on P-256.',
  )
}

const tooMany = () =>
  invalidRequestError(
    'agentId',
    `The agent has ${MAX_FILLERS} fillers, and cannot have more.`,
    'parameter_invalid',
    'Delete one that is not used any more.',
  )

const listFillers: ReadOperationService<'listFillers'> = async (context, { params, query }) => {
  const { db, principal } = context
  const agent = objectOr404(await findAgent(db, principal, params.agentId), 'agent_not_found')
  return paginate(context, {
    name: 'listFillers',
    query,
    params,
    load: (page) => listRows(db, agent.id, page),
    view: fillerView,
  })
}

const deleteFiller: WriteOperationService<'deleteFiller'> = async (context, { params }) => {
  const { principal } = context
  const behind = await lockRowWithCustomer(context, (db) => findFiller(db, principal, params.fillerId))
  const { locked, found: filler } = objectOr404(behind, 'filler_not_found')
  await deleteRow(locked, filler)
  return fillerView(filler)
}

const fillerView = ({ id, agentId, name, publicKey, createdAt }: FillerState): Filler => ({
  id,
  agentId,
  name,
  publicKey,
  createdAt: isoTimestamp(createdAt),
})

export const fillerHandlers = {
  createFiller: writeOperationHandler(createFiller),
  listFillers: readOperationHandler(listFillers),
  deleteFiller: writeOperationHandler(deleteFiller),
  sealCardDetails: everyRequestHandler(sealCardDetails),
}
