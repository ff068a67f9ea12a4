import { InvariantError } from '../../lib/assert.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { saveCardNumber } from '../../store/cards/cards.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { insertCardNumber } from '../../store/numbers/card-secrets.ts'
import type { MintedCard } from '../../vault/vault.ts'
import type { WriteOperationContext } from '../request/context.ts'

type NumberedCard = Pick<CardWithAllFields, 'id' | 'accountId' | 'customerId'>

const MINT_ATTEMPTS = 20

/**
 * Draws random card numbers until one is free, and stores that number. Throws after twenty attempts, because the BIN is then nearly full.
 * If another node has retired the master key of this node's vault, the vault reads its keys again.
 */
export async function mintNumber(
  { tx, vault }: WriteOperationContext,
  card: NumberedCard,
  now: number,
): Promise<MintedCard> {
  for (let attempt = 0; attempt < MINT_ATTEMPTS; attempt += 1) {
    const minted = vault.mint({ accountId: card.accountId, cardId: card.id, now })
    const notStored = await insertCardNumber(tx, secretRow(card, minted), minted.olderHashes)
    if (notStored === null) return minted
    if (notStored === 'key_retired') await vault.refresh()
  }
  throw new InvariantError('the BIN has free numbers')
}

const secretRow = (card: NumberedCard, minted: MintedCard) => ({
  card_id: card.id,
  account_id: card.accountId,
  customer_id: card.customerId,
  master_key_id: minted.masterKeyId,
  hash_key_id: minted.hashKeyId,
  wrapped_key: minted.wrappedKey,
  sealed_pan: minted.sealedPan,
  sealed_cvv: minted.sealedCvv,
  number_hash: minted.numberHash,
  destroyed_at: null,
})

/**
 * Gives a one-time card its number when the number is first released, so that intents that nobody pays use up no numbers. Cards that have a
 * number, and those of issuers, stay as they are.
 */
export async function withNumber(
  context: WriteOperationContext,
  locked: LockedCustomer,
  card: CardWithAllFields,
): Promise<CardWithAllFields> {
  if (card.last4 !== null || card.issuer !== null) return card
  return saveCardNumber(locked, card, await mintNumber(context, card, context.clock.now()))
}
