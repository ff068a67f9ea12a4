import { equal } from 'node:assert/strict'
import { generateKeyPairSync, hash, randomUUID } from 'node:crypto'
import { eventually } from '../../support/eventually.ts'
import { cardNumberForms } from '../../support/number-scan.ts'
import type { LeakRig } from './leak-rig.ts'
import { writeInTexts } from './free-texts.ts'
import { writtenHashes } from './planted-hashes.ts'

/** Sixteen digits that are no card number (the log's scrubber leaves them), stored in clear on purpose. */
export const CONTROL = '7310955218460317'
/** All that is stored on purpose, as one text. */
export const stored = [...Object.values(cardNumberForms(CONTROL)), ...writtenHashes].join(' ')

export interface Credentials {
  readonly pan: string
  readonly cvv: string
  readonly exp: string
}

/** Uses a card in every way in which its number passes through the service, right and wrong. */
export async function liveWithCard(rig: LeakRig, customerId: string): Promise<Credentials> {
  const post = (path: string, body?: unknown, key?: string) => rig.call('POST', path, body, key)
  const policy = { requireAttestation: true, limits: { perAuth: 1000 } }
  const agentId = (await post('/agents', { customerId, externalId: randomUUID() })).body['id'] as string
  const cardId = (await post('/cards', { customerId, agentId, policy })).body['id'] as string
  const intent = { purpose: stored, expectedAmount: 900 }
  const intentId = (await post(`/cards/${cardId}/intents`, intent, 'declare')).body['id']
  const details = () => post(`/cards/${cardId}/details`, { intentId, purpose: 'buy' }, 'read')
  const credentials = (await details()).body as unknown as Credentials
  const { pan, cvv, exp } = credentials
  equal((await details()).body['pan'], pan)
  equal((await post(`/cards/${cardId}/details`)).status, 403)
  const { publicKey } = generateKeyPairSync('x25519')
  const filler = { name: 'Browser', publicKey: publicKey.export({ format: 'jwk' }) }
  const sealTo = (await post(`/agents/${agentId}/fillers`, filler)).body['id']
  const seal = () => post(`/cards/${cardId}/sealed-details`, { sealTo, intentId, purpose: 'buy' }, 'seal')
  for (let n = 0; n < 2; n += 1) equal((await seal()).body['last4'], pan.slice(-4))

  const spend = (body: object, key = 'spend') =>
    post('/network/authorizations', { amount: 900, merchant: { name: 'Shop' }, ...body }, `${key}-${cardId}`)
  equal((await spend({ pan, exp, cvv }, 'right')).body['decision'], 'approve')
  const wrongCvv = String((Number(cvv) + 1) % 1000).padStart(3, '0')
  equal((await spend({ pan, exp, cvv: wrongCvv }, 'wrong')).body['decision'], 'decline')
  equal((await spend({ pan, amount: 100_000 }, 'large')).body['decision'], 'decline')
  // As some clients make their keys.
  const purchase = { pan, exp, cvv, amount: 7 }
  const hashed = hash('sha256', JSON.stringify(purchase))
  equal((await post('/network/authorizations', purchase, hashed)).body['decision'], 'approve')
  equal((await post('/network/force-captures', { pan, amount: 5, merchant: { name: 'Shop' } })).status, 201)
  equal((await spend({ pan: Number(pan) }, 'number')).status, 400)
  equal((await spend({ pan: `${pan}${pan}` }, 'long')).status, 400)
  equal((await spend({ pan, cvv: [cvv] }, 'list')).status, 400)
  const other = pan.replace(/.$/, (last) => String((Number(last) + 1) % 10))
  equal((await spend({ pan: other }, 'other')).status, 404)
  equal((await spend({ pan, cardId }, 'both')).status, 400)
  equal((await post('/network/authorizations', `{"pan":"${pan}","cvv":"${cvv}",}`)).status, 400)
  await writeInTexts(rig, { customerId, cardId, pan })
  await rig.call('GET', `/cards/${pan}`)
  equal((await post(`/cards/${pan}/freeze`, undefined, `freeze-${pan}`)).status, 404)
  await rig.call('GET', `/transactions?cardId=${pan}`)
  return credentials
}

/** The same of a card whose number its issuer has: it passes through, and is refused once. */
export async function liveAtIssuer(rig: LeakRig, customerId: string): Promise<Credentials> {
  const post = (path: string, body?: unknown, key?: string) => rig.call('POST', path, body, key)
  const agentId = (await post('/agents', { customerId, externalId: randomUUID() })).body['id'] as string
  const cardId = (await post('/cards', { customerId, agentId, issuer: 'lithic' })).body['id'] as string
  equal((await post(`/cards/${cardId}/details`, { intentId: 'int_unknown' })).status, 404)
  const isReady = async () => (await rig.call('GET', `/cards/${cardId}`)).body['last4'] !== null
  await eventually('the issuer has made the card', isReady)
  const details = () => post(`/cards/${cardId}/details`, { purpose: 'buy' }, 'read-issued')
  const credentials = (await details()).body as unknown as Credentials
  equal((await details()).body['pan'], credentials.pan)
  const { publicKey } = generateKeyPairSync('x25519')
  const filler = { name: 'Browser', publicKey: publicKey.export({ format: 'jwk' }) }
  const sealTo = (await post(`/agents/${agentId}/fillers`, filler)).body['id']
  const seal = () => post(`/cards/${cardId}/sealed-details`, { sealTo, purpose: 'buy' }, 'seal-issued')
  for (let n = 0; n < 2; n += 1) equal((await seal()).body['last4'], credentials.pan.slice(-4))
  equal((await post(`/cards/${cardId}/number-session`, { origin: 'https://cards.example.com' })).status, 200)
  return credentials
}

/** An error of ours on the way from the number to the caller: what is answered and logged must not hold it. */
export async function breakSeal(rig: LeakRig, customerId: string): Promise<void> {
  const cardId = (await rig.call('POST', '/cards', { customerId })).body['id'] as string
  await rig.database.pool.query('update card_secrets set sealed_cvv = sealed_pan where card_id = $1', [cardId])
  equal((await rig.call('POST', `/cards/${cardId}/details`)).status, 500)
}
