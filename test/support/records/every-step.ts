import type { Purser } from '../../../clients/typescript/src/client.ts'

/** Reports facts of an issuer that differ from the decisions, in each way in which they can. */
async function reportFacts({ authorize, advise, post }: Purser['network'], of: Buying, run: string) {
  let count = 0
  const fact = (reference: string, amount: number) => ({
    ...of,
    factId: `${(count += 1)}`,
    networkReference: `${run} ${reference}`,
    amount,
  })
  const ask = (reference: string, amount: number) =>
    authorize({ ...of, networkReference: `${run} ${reference}`, amount })
  await ask('approved', 120)
  await advise({ ...fact('approved', 150), approved: true })
  await advise({ ...fact('approved', 90), approved: true })
  await advise({ ...fact('approved', 90), approved: false, reason: 'spending_controls' })
  await post({ ...fact('approved', 95), kind: 'capture' })
  await ask('declined', 5002)
  await advise({ ...fact('declined', 5002), approved: true })
  await post({ ...fact('declined', 5000), kind: 'capture' })
  await post({ ...fact('declined', 6000), kind: 'credit' })
  await advise({ ...fact('alone', 30), approved: true })
  await advise({ ...fact('refused', 31), approved: false })
  await post({ ...fact('late', 32), kind: 'capture', final: false })
  await advise({ ...fact('late', 40), approved: true })
  await post({ ...of, factId: 'forced', amount: 33, kind: 'capture' })
}

interface Buying {
  readonly cardId: string
  readonly merchant: { readonly name: string; readonly mcc: string }
}

export interface PlayedTransactionSteps {
  readonly customerId: string
  readonly cardId: string
  /** The id of a transaction that was approved, incremented, captured in parts and refunded. */
  readonly stepped: string
  /** The id of a card with more purchases than lie between two checkpoints. */
  readonly many: string
}

/**
 * Makes every kind of decision and step, under policies with every kind of rule, on a node with a test clock. It calls only operations of
 * version 0.1.0. `run`: the beginning of names that must be unique in an account, so that several runs can share one account.
 */
export async function playEveryTransactionStep(purser: Purser, run: string): Promise<PlayedTransactionSteps> {
  const { network } = purser
  const advance = (seconds: number) => purser.testClock.advance({ seconds })
  const merchant = { name: 'GitHub', mcc: '5734' }
  const customer = await purser.customers.create({
    email: 'verify@example.com',
    limits: { perDay: 1_000_000 },
    policy: { requireIntent: true, blockedMccs: ['7995'] },
  })
  const agent = await purser.agents.create({ customerId: customer.id, externalId: run, limits: { perMonth: 900_000 } })
  const policy = { limits: { perAuth: 5000 }, duplicateWindowMinutes: 10, lockToFirstMerchant: true }
  const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, policy })
  const pay = (amount: number, more: object = {}) => network.authorize({ cardId: card.id, amount, merchant, ...more })
  const paid = async (amount: number) => (await pay(amount)).transactionId

  await purser.intents.declare(card.id, { purpose: 'hosting', expectedAmount: 1000, expectedMerchant: 'GitHub' })
  const matched = await paid(1050)
  await network.settle(matched, { amount: 2000 })
  await network.refund({ transactionId: matched, amount: 500 })
  await network.refund({ transactionId: matched })
  await purser.intents.declare(card.id, { purpose: 'books', expectedAmount: 10, expectedMerchant: 'Amazon' })
  await pay(700)

  const whole = await paid(600)
  await network.increment(whole, { amount: 400 })
  await network.increment(whole, { amount: 4001 })
  await network.settle(whole, { amount: 300, final: false })
  await network.settle(whole, { amount: 100 })
  await network.refund({ transactionId: whole, amount: 1 })

  await pay(600)
  await pay(5001)
  await pay(0)
  await pay(10, { merchant: { name: 'Elsewhere' } })
  const { pan, cvv } = await purser.cards.details(card.id, {
    intentId: (await purser.intents.declare(card.id, { purpose: 'read', ttlMinutes: 1 })).id,
    purpose: 'to read it',
  })
  await network.authorize({ pan, cvv: cvv === '000' ? '001' : '000', amount: 5, merchant })
  await network.forceCapture({ cardId: card.id, amount: 9_999, merchant })
  await network.reverse(await paid(44), { amount: 4 })
  await network.reverse(await paid(45))
  const captured = await paid(46)
  await network.settle(captured, { final: false })
  await network.reverse(captured)

  await reportFacts(network, { cardId: card.id, merchant }, run)
  const single = await purser.cards.create({ customerId: customer.id, usage: 'single' })
  const singleUse = await purser.cards.create({ customerId: customer.id, usage: 'single' })
  await network.advise({
    cardId: singleUse.id,
    factId: 'held',
    networkReference: `${run} held`,
    approved: true,
    amount: 76,
  })
  const once = await network.authorize({ cardId: single.id, amount: 77, merchant, networkReference: `${run} once` })
  await network.authorize({ cardId: single.id, amount: 77, merchant, networkReference: `${run} once` })
  await network.authorize({ cardId: single.id, amount: 78, merchant })
  await network.increment(once.transactionId, { amount: 1 })

  const strict = { onMissingIntent: 'freeze' as const }
  const freezing = await purser.cards.create({ customerId: customer.id, policy: strict })
  await network.authorize({ cardId: freezing.id, amount: 12, merchant })
  await purser.cards.unfreeze(freezing.id)
  await purser.cards.freeze(freezing.id)
  await purser.cards.unfreeze(freezing.id)
  await purser.cards.update(freezing.id, { policy: { onMissingIntent: 'flag' } })
  await network.authorize({ cardId: freezing.id, amount: 12, merchant })

  const busy = await purser.cards.create({ customerId: customer.id, policy: { requireIntent: false } })
  for (let moment = 0; moment < 100; moment += 1) {
    await Promise.all([1, 2, 3].map((amount) => network.authorize({ cardId: busy.id, amount })))
    await advance(0.001)
  }
  await network.settle(await paid(50), { amount: 20, final: false })
  await advance(8 * 86_400)
  await pay(123)
  await purser.intents.declare(card.id, { purpose: 'later' })
  return { customerId: customer.id, cardId: card.id, stepped: whole, many: busy.id }
}
