import type { SealedCardNumber } from '../../store/numbers/card-secrets.ts'
import { UnknownMasterKeyError } from '../../vault/master-key.ts'
import type { CardIdWithAccount, Vault } from '../../vault/vault.ts'

/** Opens a sealed number. Where another node has rotated the master key, the vault reads its keys again first. */
export async function openCardNumber(vault: Vault, card: CardIdWithAccount, sealed: SealedCardNumber) {
  try {
    return vault.open(card, sealed)
  } catch (error) {
    if (!(error instanceof UnknownMasterKeyError)) throw error
    await vault.refresh(error.keyId)
    return vault.open(card, sealed)
  }
}
