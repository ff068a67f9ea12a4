import type { Card as CardAnswer, ChangedCard } from '../../contract/resources/cards.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import type { UnsavedCardChange, CardWithAllFields } from '../../domain/changes/card.ts'
import { cardApiAnswer } from '../../domain/changes/card-answer.ts'
import { cardConsequences } from '../../domain/changes/card-consequences.ts'
import { policyWarningsOf } from '../../domain/warnings/policy-summary.ts'
import type { CardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import type { LevelSpend } from '../../domain/spend/spend-windows.ts'
import { findIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import type { IssuerCallOfAccount } from '../../store/rows/issuer-tables.ts'
import { readCardSpendUnderLock } from '../../store/journal/spend-behind-lock.ts'
import { issuerCallDueAgain, issuerStateOfCard } from '../issuers/issued-by.ts'
import type { NodeDeps, WriteOperationContext } from '../request/context.ts'

/** The answer about a card to requests that read. Requests at the same time share their queries. */
export const cardView = (
  { engine, byKey, clock }: Pick<NodeDeps, 'engine' | 'clock' | 'byKey'>,
  card: CardWithAllFields,
) =>
  viewWith(card, clock.now(), {
    spend: ({ id, customerId, parentCardId: parent = id }) =>
      engine.spend({ customerId, agentId: null, cardId: parent }),
    issuerCall: ({ id }) => byKey.issuerCall(id),
  })

/** The answer about a card as it would be after changes that are not saved, with the warnings about its policy. */
export async function dryRunCardView(
  { engine, byKey, clock }: Pick<NodeDeps, 'engine' | 'clock' | 'byKey'>,
  levels: Pick<CardWithAgentAndCustomer, 'customer' | 'agent'> & { readonly card: CardWithAllFields },
  changes: readonly UnsavedCardChange<CardWithAllFields>[],
): Promise<ChangedCard> {
  const now = clock.now()
  const isCalled = changes.some((change) => cardConsequences(change, now).callsIssuer)
  const card = changes.at(-1)?.after ?? levels.card
  const view = await viewWith(card, now, {
    spend: ({ id, customerId }) => engine.spend({ customerId, agentId: null, cardId: id }),
    issuerCall: async ({ id }) => {
      const call = await byKey.issuerCall(id)
      return call && isCalled ? issuerCallDueAgain(call) : call
    },
  })
  return { ...view, warnings: policyWarningsOf({ ...levels, card }) }
}

type Writing = Pick<WriteOperationContext, 'tx' | 'clock'>

/**
 * The answer about a card after the changes of the current transaction. Everything is read through this transaction: another connection
 * does not see its changes, and waiting for a free connection would keep the customer locked for longer.
 */
export const lockedCardView = ({ tx, clock }: Writing, card: CardWithAllFields) =>
  viewWith(card, clock.now(), {
    spend: ({ id }) => readCardSpendUnderLock(tx, id),
    issuerCall: ({ id }) => findIssuerCall(tx, id),
  })

/** Reads the data that the answer about a card contains beside the card's row. */
interface Reader {
  spend(card: CardWithAllFields): Promise<LevelSpend>
  issuerCall(card: CardWithAllFields): Promise<IssuerCallOfAccount | undefined>
}

/** The answer about a card. `now`: Unix milliseconds. */
async function viewWith(card: CardWithAllFields, now: number, reader: Reader): Promise<CardAnswer> {
  const [spend, call] = await Promise.all([
    card.firstSpendAt === null ? null : reader.spend(card),
    card.issuer === null ? undefined : reader.issuerCall(card),
  ])
  const issuer = issuerStateOfCard(card, call)
  const lastSpendAt = nullableIsoTimestamp(spend?.lastApprovedAt ?? null)
  return { ...cardApiAnswer(card, now, { lastSpendAt }), ...(issuer === null ? {} : { issuer }) }
}

/** The answer to creating or changing a card: the card after it, with the warnings about its policy. */
export const changedCardView = async (
  writing: Writing,
  levels: Pick<CardWithAgentAndCustomer, 'customer' | 'agent'> & { readonly card: CardWithAllFields },
): Promise<ChangedCard> => ({
  ...(await lockedCardView(writing, levels.card)),
  warnings: policyWarningsOf(levels),
})
