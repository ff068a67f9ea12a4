import type { Purser } from '../../../clients/typescript/src/client.ts'
import type { Random } from '../random.ts'
import { sideBySide } from './side-by-side.ts'
import { declare, subscribe } from './declarations.ts'
import { randomModelLimits, policyOf, type ModelCard, type ModelCustomer, type World } from './world.ts'

/** Changes the world between two rounds, when nobody buys: policies, statuses, intents, attestations. */
export async function changeWorld(purser: Purser, random: Random, world: World): Promise<void> {
  const calm = world.customers.filter(({ isRestless }) => !isRestless)
  await sideBySide(calm, (customer) => changeCustomer(purser, random, customer))
}

async function changeCustomer(purser: Purser, random: Random, customer: ModelCustomer): Promise<void> {
  if (random.chance(0.2)) {
    const change = { policy: policyOf(random, 0.08), limits: randomModelLimits(random, 6) }
    const nothing = { perAuth: null, perDay: null, perWeek: null, perMonth: null, total: null }
    await purser.customers.update(customer.id, { policy: null })
    await purser.customers.update(customer.id, { ...change, limits: { ...nothing, ...change.limits } })
    Object.assign(customer, change)
  }
  if (random.chance(0.1)) {
    customer.status = customer.status === 'active' ? 'suspended' : 'active'
    await purser.customers.update(customer.id, { status: customer.status })
  } else if (customer.status === 'suspended') {
    customer.status = 'active'
    await purser.customers.update(customer.id, { status: 'active' })
  }
  for (const agent of customer.agents) {
    if (agent.status === 'active' && !random.chance(0.07)) continue
    agent.status = agent.status === 'active' ? 'paused' : 'active'
    await purser.agents.update(agent.id, { status: agent.status })
  }
  for (const card of customer.cards) await changeCard(purser, random, card)
}

async function changeCard(purser: Purser, random: Random, card: ModelCard): Promise<void> {
  if (card.status === 'closed') return
  if (card.status === 'frozen' || random.chance(0.05)) {
    const isFrozen = card.status === 'frozen'
    await (isFrozen ? purser.cards.unfreeze(card.id) : purser.cards.freeze(card.id))
    card.status = isFrozen ? 'active' : 'frozen'
  }
  if (card.failedCredentials.length > 0 && random.chance(0.3)) {
    await purser.cards.unlockCredentials(card.id)
    card.failedCredentials = []
  }
  if (random.chance(0.2)) {
    const policy = policyOf(random, 0.16)
    await purser.cards.update(card.id, { policy: null })
    await purser.cards.update(card.id, { policy })
    card.policy = policy
  }
  if (card.customer.status !== 'active' || (card.agent && card.agent.status !== 'active')) return
  for (let n = random.between(0, 3); n > 0 && card.intents.length < 4; n -= 1) await declare(purser, random, card)
  if (random.chance(0.4) && card.subscriptions.length < 3) {
    await subscribe(purser, random, { card, now: Date.parse((await purser.testClock.get()).now) })
  }
  await changeSubscriptions(purser, random, card)
  if (card.status === 'active' && random.chance(0.2)) await attest(purser, card)
}

async function changeSubscriptions(purser: Purser, random: Random, card: ModelCard): Promise<void> {
  for (const each of card.subscriptions) {
    if (!random.chance(0.15)) continue
    const isActive = each.status === 'active'
    await (isActive ? purser.subscriptions.pause(each.id) : purser.subscriptions.resume(each.id))
    const status = isActive ? ('paused' as const) : ('active' as const)
    card.subscriptions = card.subscriptions.map((other) => (other === each ? { ...each, status } : other))
  }
}

/** Reads the number with an attestation, where the policy lets it: when that was, the card does not show. */
async function attest(purser: Purser, card: ModelCard): Promise<void> {
  const granted = await purser.cards.requestAccess(card.id, { purpose: 'model' })
  if (granted.status !== 'granted') return
  // Where the answer is lost, or comes to a second try, the number was read all the same.
  await purser.cards.details(card.id, {}).catch(() => undefined)
  const used = await purser.accessEvents.get(granted.id)
  if (used.consumedAt) card.lastAttestedAt = Date.parse(used.consumedAt)
}
