import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { assert } from '../lib/assert.ts'
import type { KeyRing } from './key-ring.ts'
import { MASTER_KEY_BYTES, type MasterKeys, masterKey } from './master-key.ts'
import { sealContextBytes, openSealedValue, sealValue } from './sealed-box.ts'
import type { CardIdWithAccount, SealedCard } from './vault.ts'

export interface VaultKeys {
  readonly masters: MasterKeys
  readonly ring: KeyRing
}

/** The number and CVV of a card, in clear. */
interface Clear {
  readonly pan: string
  readonly cvv: string | null
}

/** Seals a card's number and CVV under a new data key, which the current master key wraps. */
export function sealCard(keys: VaultKeys, card: CardIdWithAccount, { pan, cvv }: Clear): SealedCard {
  const data = randomBytes(MASTER_KEY_BYTES)
  const key = createSecretKey(data)
  return {
    ...wrapped(keys, card, { data, pan }),
    sealedPan: sealValue(key, cardData(card, 'pan'), Buffer.from(pan, 'latin1')),
    sealedCvv: cvv === null ? null : sealValue(key, cardData(card, 'cvv'), Buffer.from(cvv, 'latin1')),
  }
}

export function unsealCardCredentials(keys: VaultKeys, card: CardIdWithAccount, sealed: SealedCard): Clear {
  const key = createSecretKey(dataKey(keys, card, sealed))
  const { sealedCvv } = sealed
  return {
    pan: openPan(card, sealed, key),
    cvv: sealedCvv && openSealedValue(key, cardData(card, 'cvv'), sealedCvv).toString('latin1'),
  }
}

/** The sealed card with its data key wrapped by the current master key. The number and CVV are not sealed again. */
export function rewrapCard(keys: VaultKeys, card: CardIdWithAccount, sealed: SealedCard): SealedCard {
  const data = dataKey(keys, card, sealed)
  return { ...sealed, ...wrapped(keys, card, { data, pan: openPan(card, sealed, createSecretKey(data)) }) }
}

export function hashCardNumber(key: KeyObject, pan: string): Buffer {
  assert(/^[0-9]{12,19}$/.test(pan), 'a card number is digits')
  return createHmac('sha256', key).update(pan, 'latin1').digest()
}

/** The fields of a sealed card that depend on the master key and the hash key, which all cards share. */
function wrapped(
  { masters: { current }, ring }: VaultKeys,
  card: CardIdWithAccount,
  { data, pan }: { data: Buffer; pan: string },
): Pick<SealedCard, 'masterKeyId' | 'hashKeyId' | 'wrappedKey' | 'numberHash'> {
  const [hashKey] = ring.hashKeys
  return {
    masterKeyId: current.id,
    hashKeyId: hashKey.id,
    wrappedKey: sealValue(current.key, cardData(card, 'data_key'), data),
    numberHash: hashCardNumber(hashKey.key, pan),
  }
}

const dataKey = ({ masters }: VaultKeys, card: CardIdWithAccount, { masterKeyId, wrappedKey }: SealedCard): Buffer =>
  openSealedValue(masterKey(masters, masterKeyId).key, cardData(card, 'data_key'), wrappedKey)

const openPan = (card: CardIdWithAccount, sealed: SealedCard, key: KeyObject): string =>
  openSealedValue(key, cardData(card, 'pan'), sealed.sealedPan).toString('latin1')

const cardData = ({ accountId, cardId }: CardIdWithAccount, field: 'data_key' | 'pan' | 'cvv') =>
  sealContextBytes('card', accountId, cardId, field)
