import { currencyOfEngineCommand } from '../working-set.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import { LEDGER_FULL_MESSAGE } from '../../rules/ledger.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import type { ForceCaptureCommand } from './commands.ts'
import type { EngineBatch } from '../batch.ts'
import { transactionEvent } from '../../events/transaction-event.ts'
import { addEvents } from '../append-entry.ts'
import { recordTransaction } from '../record-transaction.ts'
import { canCountSpendExactly } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/** Records what the network captured without an authorization. No rule is asked, but the amount counts as spent (contract, section 10). */
export function forceCapture(batch: EngineBatch, card: LoadedCard, command: ForceCaptureCommand): EngineCommandOutcome {
  const { amount, merchantMoney, merchant } = command
  const { now } = batch
  const counted = [[now, amount] as const]
  if (!canCountSpendExactly(batch.set, card, counted))
    return { kind: 'refused', code: 'invalid_request', message: LEDGER_FULL_MESSAGE }
  const transaction = recordTransaction(batch, card, {
    type: 'force_capture',
    status: 'settled',
    amount,
    authorizedAmount: 0,
    settledAmount: amount,
    currency: currencyOfEngineCommand(batch.set, card, command),
    merchantMoney,
    merchant,
    networkReference: null,
    referenceHash: null,
    decision: 'approve',
    reasons: [],
    flags: { ...noTransactionFlags, forcedCapture: true },
    trace: [],
    shadow: null,
    attestation: 'unattested',
    intentId: null,
    settledAt: now,
    counted,
  })
  addEvents(batch, transaction.sequence, [
    transactionEvent('transaction.created', transaction),
    transactionEvent('transaction.settled', transaction),
  ])
  return { kind: 'posted', transaction }
}
