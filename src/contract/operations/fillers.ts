import { CreateFillerBody, Filler, MAX_FILLERS, SealedDetails, SealedDetailsBody } from '../resources/fillers.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'
import { cardOperations } from './cards.ts'

const tag = 'Fillers'

export const fillerOperations = {
  createFiller: declareOperation({
    method: 'POST',
    path: '/agents/{agentId}/fillers',
    tag,
    summary: 'Register a filler, which enters card numbers for an agent',
    description: `A filler is registered by its public key. An agent has at most ${MAX_FILLERS}. A person who has a passkey has to confirm it with \`proof\`, like a read of a number.`,
    roles: ['admin'],
    body: CreateFillerBody,
    status: 201,
    response: Filler,
    errors: ['agent_not_found', 'agent_disabled', 'passkey_required', 'passkey_refused'],
  }),
  listFillers: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/fillers',
    tag,
    summary: 'List the fillers of an agent',
    roles: ['admin', 'approver', 'read', 'agent'],
    query: listPageQuery({}),
    status: 200,
    response: listPageSchema(Filler),
    errors: ['agent_not_found'],
  }),
  deleteFiller: declareOperation({
    method: 'DELETE',
    path: '/fillers/{fillerId}',
    tag,
    summary: 'Delete a filler',
    description:
      'No card number is sealed for the filler any more. The filler can still open what was sealed for it before.',
    roles: ['admin'],
    status: 200,
    response: Filler,
    errors: ['filler_not_found'],
  }),
  sealCardDetails: declareOperation({
    method: 'POST',
    path: '/cards/{cardId}/sealed-details',
    tag,
    summary: 'Read the card number, sealed for a filler',
    description:
      'Checks, counts and records the same as `POST /cards/{cardId}/details`. The number in the answer is sealed: only the filler of the agent ' +
      'can open it, and the caller cannot.',
    roles: ['admin', 'agent'],
    body: SealedDetailsBody,
    status: 200,
    response: SealedDetails,
    errors: [...cardOperations.getCardDetails.errors, 'filler_not_found'],
  }),
} as const
