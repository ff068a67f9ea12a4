import { parseArgs } from 'node:util'
import { measureOutage, outageKinds } from './outage.ts'
import { measureCards } from './cards.ts'
import { measureEndpoint } from './endpoint.ts'
import { measureNumber } from './number.ts'
import { newCards, openRig } from './rig.ts'
import { measureStart } from './start.ts'
import { measureStatus } from './status.ts'

/**
 * Measures a node with a simulated Stripe: `npm run bench:issuers`. It measures the creation, freezing and closing of cards at Stripe;
 * requests that Stripe sends while the database is up and while it does not answer; a card number that Stripe returns slowly; and a node
 * with and without an issuer. The exit code is 1 if a bar is missed and a slow machine cannot be the reason.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    cards: { type: 'string', default: '100' },
    offered: { type: 'string', default: '60' },
    only: { type: 'string', default: 'cards,status,number,door,start' },
  },
})
const [seconds, rounds, count] = [Number(values.seconds), Number(values.rounds), Number(values.cards)]
const FAULTS = [0, 0.1]

const rig = await openRig()
const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  cards: () => measureCards(rig, seconds),
  status: async () => {
    for (const faults of FAULTS) await measureStatus(rig, { cards: count, faults })
  },
  number: () => measureNumber(rig),
  door: async () => {
    const cards = await newCards(rig.node.purser, count, 'purser')
    const perSecond = await measureEndpoint(rig, { cards, seconds, offeredSeconds: Number(values.offered) })
    for (const how of outageKinds) await measureOutage(rig, how, { cards, perSecond })
  },
  start: () => measureStart(rig, { rounds, seconds: seconds / 2 }),
}
try {
  console.log(`Node ${process.version}`)
  for (const name of values.only.split(',')) await scenarios[name]?.()
} finally {
  await rig.close()
}
