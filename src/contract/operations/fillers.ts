import { CreateFillerBody, Filler, MAX_FILLERS, SealedDetails, SealedDetailsBody } from '../resources/fillers.ts'
import { listQuery, operation, pageOf } from '../operation.ts'
import { cardOperations } from './cards.ts'

const tag = 'Fillers'

export const fillerOperations = {
  createFiller: operation({
    method: 'POST',
    path: '/agents/{agentId}/fillers',
    tag,
    summary: 'Register what enters card numbers for an agent',
    description: `By its public key. An agent has at most ${MAX_FILLERS}. A person who has a passkey confirms it by \`proof\`, as a look at a number.`,
    roles: ['admin'],
    body: CreateFillerBody,
    status: 201,
    response: Filler,
    errors: ['agent_not_found', 'agent_disabled', 'passkey_required', 'passkey_refused'],
  }),
  listFillers: operation({
    method: 'GET',
    path: '/agents/{agentId}/fillers',
    tag,
    summary: 'List the fillers of an agent',
    roles: ['admin', 'approver', 'read', 'agent'],
    query: listQuery({}),
    status: 200,
    response: pageOf(Filler),
    errors: ['agent_not_found'],
  }),
  deleteFiller: operation({
    method: 'DELETE',
    path: '/fillers/{fillerId}',
    tag,
    summary: 'Seal nothing for a filler any more',
    description: 'What was sealed for it before it can open still.',
    roles: ['admin'],
    status: 200,
    response: Filler,
    errors: ['filler_not_found'],
  }),
  sealCardDetails: operation({
    method: 'POST',
    path: '/cards/{cardId}/sealed-details',
    tag,
    summary: 'Read the card number for a filler alone',
    description:
      'What `POST /cards/{cardId}/details` checks, counts and records, it does too. The answer holds the number only as the filler ' +
      'of the agent can open it: whoever asks sees none.',
    roles: ['admin', 'agent'],
    body: SealedDetailsBody,
    status: 200,
    response: SealedDetails,
    errors: [...cardOperations.getCardDetails.errors, 'filler_not_found'],
  }),
} as const
