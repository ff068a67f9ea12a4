import type { EngineCommandOutcome } from '../../../src/domain/batch/outcome.ts'
import type {
  AdviseCommand,
  AuthorizeCommand,
  EngineCommand,
  NetworkFactCommand,
  ForceCaptureCommand,
  PostCaptureOrRefundCommand,
  HashedNetworkReference,
} from '../../../src/domain/batch/commands/commands.ts'
import { emptyJournal } from '../../../src/domain/batch/journal-entry.ts'
import { decideBatch, type BatchResult } from '../../../src/domain/batch/decide-batch.ts'
import { noNetworkReference } from '../../../src/domain/batch/references.ts'
import { recentPurchases } from '../../../src/domain/memories/recent-purchases.ts'
import { noSentCredentials } from '../../../src/domain/credentials.ts'
import type { BatchWorkingSet } from '../../../src/domain/batch/working-set.ts'
import type { LoadedIntent } from '../../../src/domain/intents/loaded-intent.ts'
import type { LoadedCard } from '../../../src/domain/loaded-levels.ts'
import { issuerDeclined } from '../../../src/domain/transactions/issuer-declined.ts'
import { assertPresent } from '../../../src/lib/assert.ts'
import type { TransactionState } from '../../../src/domain/transactions/transaction.ts'
import { TEST_NOON, cardWithLevels, type SomeCardFields } from './subject.ts'

export const AUTHORIZATION_HOLD_MS = 7 * 86_400_000

export interface DescribedCard extends Omit<SomeCardFields, 'card' | 'intents'> {
  readonly card?: Partial<LoadedCard>
  readonly intents?: readonly Partial<LoadedIntent>[]
}

export interface CardNetwork {
  readonly set: BatchWorkingSet
  /** Sends one batch of commands to the engine. */
  send(commands: readonly EngineCommand[], at?: number): BatchResult
}

/** A card network that buys with one card: the card's working set in memory, and batches of commands. */
export function cardNetwork(described: DescribedCard = {}): CardNetwork {
  const { customer, agent, card, spend, memories } = cardWithLevels({ ...described, intents: [] })
  const loaded: LoadedCard = {
    ...assertPresent(card, 'a card'),
    label: null,
    costCenter: null,
    lastAttestedAt: described.lastAttestedAt ?? null,
  }
  const intents = (described.intents ?? []).map((intent) => ({ ...anIntent, ...intent }))
  const set: BatchWorkingSet = {
    customers: new Map([[customer.id, { ...customer, name: 'Ada Park', costCenter: null, last: emptyJournal }]]),
    agents: new Map(agent === null ? [] : [[agent.id, { ...agent, name: 'Buyer', costCenter: null }]]),
    cards: new Map([[loaded.id, loaded]]),
    spend: new Map(described.spend === undefined ? [] : [[customer.id, spend.customer]]),
    intents: new Map(intents.length === 0 ? [] : [[loaded.id, intents]]),
    waitingForPeople: new Map(),
    approvalPasts: new Map(),
    intentStates: new Map(),
    declared: new Map(),
    inUse: new Set(),
    tries: new Map(),
    matchedIntents: new Map(intents.map((intent) => [intent.id, intent])),
    memories: new Map([[recentPurchases, new Map([[loaded.id, memories?.get(recentPurchases) ?? []]])]]),
    transactions: new Map(),
    references: new Map(),
    facts: new Map(),
    advisedAsOf: new Map(),
  }
  let made = 0
  const newEntryId = (prefix: string) => `${prefix}_${(made += 1)}`
  return {
    set,
    send: (commands, at = TEST_NOON) =>
      decideBatch(set, commands, { now: at, holdMs: AUTHORIZATION_HOLD_MS, newEntryId, newId: newEntryId }),
  }
}

/** An authorization of 10 dollars at Acme Tools. */
export const someAuthorization = (described: Partial<AuthorizeCommand> = {}): AuthorizeCommand => ({
  ...atAcme,
  kind: 'authorize',
  ...namesOf(described),
  credentials: noSentCredentials,
  ...described,
})

export const someForcedCapture = (described: Partial<ForceCaptureCommand> = {}): ForceCaptureCommand => ({
  ...atAcme,
  kind: 'force_capture',
  ...described,
})

function namesOf({ networkReference, cardId = atAcme.cardId }: Partial<HashedNetworkReference & { cardId: string }>) {
  if (typeof networkReference !== 'string') return noNetworkReference
  return { networkReference, referenceHash: networkReference, cardReferenceHash: `${cardId} ${networkReference}` }
}

let count = 0
const ofRef = (described: Partial<NetworkFactCommand>) => ({
  ...atAcme,
  ...namesOf({ networkReference: 'ref', ...described }),
  factHash: `fact-${(count += 1)}`,
})

/** An issuer's advice that 10 dollars are held under the reference `ref`. */
export const someAdvice = (described: Partial<AdviseCommand> = {}): AdviseCommand => ({
  ...ofRef(described),
  kind: 'advise',
  approved: true,
  reasons: described.approved === false ? [issuerDeclined('spending_controls')] : [],
  asOf: null,
  ...described,
})

/** A capture of 10 dollars of the authorization with the reference `ref`. */
export const someCapture = (described: Partial<PostCaptureOrRefundCommand> = {}): PostCaptureOrRefundCommand => ({
  ...ofRef(described),
  kind: 'post',
  moved: 'capture',
  final: true,
  ...described,
})

/** The transaction in the answer to an authorization. */
export function transactionOfAuthorization(outcome: EngineCommandOutcome | undefined): TransactionState {
  if (outcome?.kind !== 'decided') throw new Error('not decided')
  return outcome.transaction
}

const atAcme = {
  accountId: 'acct_1',
  cardId: 'card_1',
  amount: 1000,
  currency: 'USD',
  merchant: { name: 'Acme Tools', mcc: '5251' },
} as const

const anIntent: LoadedIntent = {
  id: 'int_1',
  createdAt: TEST_NOON - 60_000,
  expiresAt: TEST_NOON + 60_000,
  purpose: 'A hammer',
  status: 'pending',
}
