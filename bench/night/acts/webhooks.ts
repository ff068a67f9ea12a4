import { eventually } from '../../../test/support/eventually.ts'
import type { NightAct } from './act.ts'

/** How long all deliveries may take: a node that was killed keeps its leases on deliveries for half a minute. */
const DELIVERED_MS = 90_000

export const deadWebhookNightAct: NightAct = {
  name: 'a webhook dies',
  expects: [],
  begins: ['PurserWebhooksFailing'],
  play: ({ receivers: { dying }, say }) => {
    say('a receiver closes every connection')
    dying.setDead(true)
    return Promise.resolve()
  },
}

export const repairedWebhookNightAct: NightAct = {
  name: 'the webhook answers',
  expects: ['PurserWebhooksFailing'],
  play: async ({ receivers: { dying, live }, alerts, load, say }) => {
    const approved = [...load.purchases.values()].filter(({ decision }) => decision === 'approve')
    await alerts.fires('PurserWebhooksFailing')
    say('the receiver answers again')
    dying.setDead(false)
    const missing = () => approved.filter(({ ids }) => ![...ids].some((id) => live.arrived.has(id)))
    await eventually('the other webhook has every event', () => missing().length === 0, DELIVERED_MS)
    say(`the other webhook has got the events of all ${approved.length} approved purchases`)
  },
}
