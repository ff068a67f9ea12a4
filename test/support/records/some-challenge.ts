import { expect } from 'vitest'
import { auditedActOfSystem } from '../../../src/domain/audit/audited-act.ts'
import type { CardholderAuthenticationRequest } from '../../../src/issuers/issuer.ts'
import { recordCardholderAuthentication } from '../../../src/services/issuers/authentication-request.ts'
import type { TestNode } from '../processes/start-node.ts'

let count = 0

/** Creates a challenge about a purchase with a card, as if its issuer had sent an event. Resolves to the id of the challenge. */
export async function someChallenge(
  { deps }: Pick<TestNode, 'deps'>,
  cardId: string,
  more: Partial<CardholderAuthenticationRequest> = {},
): Promise<string> {
  count += 1
  const card = deps.database.db.selectFrom('cards').select('account_id').where('id', '=', cardId)
  const { account_id: accountId } = await card.executeTakeFirstOrThrow()
  const request = {
    reference: `authentication-${count}`,
    card: { token: 'token', cardId },
    amount: 4200,
    currency: 'USD',
    cardholderAmount: null,
    merchant: { name: 'Buchhandlung Lovelace', mcc: '5942', country: 'DE' },
    answerUntil: deps.clock.now() + 300_000,
    ...more,
  }
  const act = auditedActOfSystem('answerIssuerChallenge')
  const of = { accountId, cardId }
  return (await recordCardholderAuthentication({ ...deps, act }, { of, issuer: 'stripe', request })).id
}

interface Callers {
  node(): Pick<TestNode, 'deps' | 'purser'>
  get(path: string): Promise<Response>
  post(path: string): Promise<Response>
  newCard(more?: object): Promise<string>
}

/** How each error about challenges is caused, and the error's text. */
export const challengeErrorCases = ({ node, get, post, newCard }: Callers) => ({
  challenge_not_found: { raise: () => get('/challenges/chl_x') },
  challenge_not_pending: {
    raise: async () => {
      const id = await someChallenge(node(), await newCard())
      await node().purser.challenges.decline(id)
      return post(`/challenges/${id}/approve`)
    },
    details: expect.objectContaining({ status: 'declined' }) as object,
  },
  challenge_of_intent: {
    raise: async () => {
      const cardId = await newCard({ policy: { requireApproval: true } })
      const declared = { purpose: 'Ink', expectedAmount: 4200, expectedMerchant: 'Buchhandlung Lovelace' }
      await node().purser.intents.declare(cardId, declared)
      return post(`/challenges/${await someChallenge(node(), cardId)}/approve`)
    },
    details: { intentId: expect.stringMatching(/^int_/) as string },
  },
})
