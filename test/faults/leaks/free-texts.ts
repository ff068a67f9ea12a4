import { deepEqual } from 'node:assert/strict'
import type { LeakRig } from './leak-rig.ts'

interface Written {
  readonly customerId: string
  readonly cardId: string
  readonly pan: string
}

/** Writes the number into texts, as people and programs do who mean no harm: refused where it is kept, masked at the network door. */
export async function writeInTexts(rig: LeakRig, { customerId, cardId, pan }: Written): Promise<void> {
  const grouped = pan.replaceAll(/(.{4})(?=.)/g, '$1 ')
  for (const [form, number] of [pan, grouped, grouped.replaceAll(' ', '-'), Number(pan)].entries()) {
    const text = `Booked with ${number}.`
    const requests: [method: string, path: string, body: object][] = [
      ['PATCH', `/customers/${customerId}`, { metadata: { deep: [{ note: number }] } }],
      ['POST', '/agents', { customerId, externalId: text }],
      ['PATCH', `/cards/${cardId}`, { configuration: { [`${number}`]: true } }],
      ['POST', `/cards/${cardId}/intents`, { purpose: text }],
      ['POST', `/cards/${cardId}/access`, { purpose: text }],
      ['POST', '/webhooks', { url: `https://hooks.example.com/${pan}`, events: ['*'] }],
      ['POST', '/api-keys', { name: text, role: 'read' }],
    ]
    for (const [index, [method, path, body]] of requests.entries()) {
      const reply = await rig.call(method, path, body, `text-${cardId}-${form}-${index}`)
      deepEqual([reply.status, reasonOf(reply.body)], [400, 'card_number_in_text'])
    }
    const merchant = { name: text.slice(0, 40), city: `${number}`, networkId: `${number}` }
    const purchase = { cardId, amount: 3, merchant, networkReference: `${number}` }
    deepEqual((await rig.call('POST', '/network/authorizations', purchase)).body['decision'], 'approve')
    await rig.call('POST', '/network/force-captures', { cardId, amount: 3, merchant })
    const fact = { cardId, factId: `${number}`, networkReference: `${number}`, amount: 3, merchant }
    await rig.call('POST', '/network/advices', { ...fact, approved: false, reason: text.slice(0, 200) })
    await rig.call('POST', '/network/postings', { ...fact, factId: `at ${number}`, kind: 'credit' })
    await rig.call('POST', '/spend/evaluate', { cardId, amount: 3, merchant })
  }
}

const reasonOf = (body: Record<string, unknown>): unknown =>
  (body['error'] as { details?: { reason?: string } } | undefined)?.details?.reason
