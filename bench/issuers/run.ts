import { parseArgs } from 'node:util'
import { measureDatabaseOutage, databaseOutageKinds } from './outage.ts'
import { measureCardCreation } from './cards.ts'
import { measureStripeEndpoint } from './endpoint.ts'
import { measureSlowNumberRead } from './number.ts'
import { makeBenchCards, openIssuerRig } from './rig.ts'
import { measureStartWithIssuer } from './start.ts'
import { measureCardStatusAtStripe } from './status.ts'

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

const rig = await openIssuerRig()
const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  cards: () => measureCardCreation(rig, seconds),
  status: async () => {
    for (const faults of FAULTS) await measureCardStatusAtStripe(rig, { cards: count, faults })
  },
  number: () => measureSlowNumberRead(rig),
  door: async () => {
    const cards = await makeBenchCards(rig.node.purser, count, 'purser')
    const perSecond = await measureStripeEndpoint(rig, { cards, seconds, offeredSeconds: Number(values.offered) })
    for (const how of databaseOutageKinds) await measureDatabaseOutage(rig, how, { cards, perSecond })
  },
  start: () => measureStartWithIssuer(rig, { rounds, seconds: seconds / 2 }),
}
try {
  console.log(`Node ${process.version}`)
  for (const name of values.only.split(',')) await scenarios[name]?.()
} finally {
  await rig.close()
}
