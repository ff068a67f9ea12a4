import { isRuleDecision } from '../../domain/transactions/at-authorization.ts'
import { type ReceiptApproval, receiptClaims } from '../../domain/transactions/receipt.ts'
import { assertPresent } from '../../lib/assert.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { findApprovalOfIntent } from '../../store/intents/approvals.ts'
import { transactionStates } from '../../store/rows/transactions.ts'
import type { ReceiptPublicKey } from '../../vault/receipt-keys.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { NodeDeps, ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'

/** Answers the receipt of a transaction: the signed decision about it (contract, section 16). */
const getTransactionReceipt: ReadOperationService<'getTransactionReceipt'> = async (context, { params }) => {
  const { byKey, vault, principal } = context
  const row = objectOr404(await byKey.transaction(principal, params.transactionId), 'transaction_not_found')
  const [card, approval] = await Promise.all([
    byKey.card(principal, row.one_time_card_id ?? row.card_id),
    row.intent_id === null ? null : approvalOf(context, row.intent_id),
    vault.refresh(), // another node may have rotated the receipt key
  ])
  const { last4 } = assertPresent(card, 'a transaction has a card')
  const transaction = transactionStates.state(row)
  const policyVersion = isRuleDecision(transaction) ? row.policy_version : null
  const claims = receiptClaims(transaction, { last4, policyVersion, approval })
  // The claims are signed as canonical JSON, so that the same claims always give the same text.
  return { receipt: await vault.receiptSigner().sign(canonicalJson(claims)) }
}

async function approvalOf({ db }: ReadOperationContext, intentId: string): Promise<ReceiptApproval | null> {
  const approval = await findApprovalOfIntent(db, intentId)
  if (approval?.status !== 'approved' || approval.decided_by === null || approval.decided_at === null) return null
  return { id: approval.id, decidedBy: approval.decided_by, decidedAt: approval.decided_at }
}

/** The public keys that receipts are checked with, earlier ones included: a JWK Set (RFC 7517). */
export async function receiptKeySet({ vault }: Pick<NodeDeps, 'vault'>): Promise<{ keys: ReceiptPublicKey[] }> {
  await vault.refresh()
  return { keys: vault.receiptKeys() }
}

export const receiptHandlers = {
  getTransactionReceipt: readOperationHandler(getTransactionReceipt),
}
