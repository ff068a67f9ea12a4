import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { checkReceipts } from '../../src/cli/check-receipts.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { newReceiptKey, receiptSigner } from '../../src/vault/receipt-keys.ts'

/**
 * Measures how long it takes to make and to verify a receipt: `npm run bench -- receipts`. Three keys are used in turns, as after two
 * rotations. The exit code is 1 if a genuine receipt is refused, if a changed one is accepted, or if one takes too long.
 */
const RECEIPTS = 10_000
const MOST_MICROSECONDS = 60
/**
 * The most time for making or checking a receipt, as a multiple of the time in which OpenSSL verifies the signature alone: 40 to 100
 * microseconds on most machines. The larger of the two bars counts.
 */
const MOST_OF_BARE = 1.5

const keys = [newReceiptKey(), newReceiptKey(), newReceiptKey()] as const
const published = { keys: keys.map(({ publicKey }) => ({ ...publicKey })) }
const merchant = { name: 'EXAMPLE HARDWARE 0042', mcc: '5251', city: 'Springfield', country: 'US' }
const claims = (sequence: number) => ({
  transactionId: `txn_${String(sequence).padStart(26, '0')}`,
  accountId: `acct_${'0'.repeat(26)}`,
  last4: '4242',
  agentId: `agt_${'0'.repeat(26)}`,
  amount: 4200 + sequence,
  currency: 'USD',
  merchant,
  decision: 'approve',
  reasons: [],
  policyVersion: 'x'.repeat(22),
  sequence,
  at: '2026-01-31T12:00:00.000Z',
})
const signers = keys.map(receiptSigner)
async function makeAll(): Promise<string[]> {
  const made: string[] = []
  for (let at = 0; at < RECEIPTS; at += 1)
    made.push(await assertPresent(signers[at % signers.length], 'a signer').sign(canonicalJson(claims(at))))
  return made
}
async function findings(receipts: readonly string[]): Promise<number> {
  let refused = 0
  for await (const { claims: said } of checkReceipts(receipts, published)) if (said === null) refused += 1
  return refused
}

const receipts = await makeAll()
await findings(receipts)
const made = await microseconds('made', makeAll)
const text = Buffer.from(receipts[0] ?? '')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signature = sign('sha256', text, privateKey)
const bare = await microseconds('a bare signature of OpenSSL, checked', () => {
  for (let n = 0; n < RECEIPTS; n += 1) verify('sha256', text, publicKey, signature)
})
let refused = 0
const checked = await microseconds('checked', async () => {
  refused = await findings(receipts)
})
const changed = await findings(receipts.map((receipt, at) => withOneByteChanged(receipt, at)))
console.log(`beside the signature: ${(checked - bare).toFixed(1)} microseconds each`)
console.log(`${refused} of ${RECEIPTS} refused; with a byte changed ${changed} of ${RECEIPTS}`)
const quick = Math.max(made, checked) <= Math.max(MOST_MICROSECONDS, MOST_OF_BARE * bare)
if (refused > 0 || changed < RECEIPTS || !quick) process.exitCode = 1

function withOneByteChanged(receipt: string, at: number): string {
  const position = (at * 7919) % receipt.length
  const other = receipt[position] === 'A' ? 'B' : 'A'
  return `${receipt.slice(0, position)}${other}${receipt.slice(position + 1)}`
}

/** The processor time of a run in microseconds, over all threads: the best of five rounds, because the machine may be busy. */
async function microseconds(title: string, run: () => unknown): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(start)
    rounds.push((user + system) / RECEIPTS)
  }
  const best = Math.min(...rounds)
  console.log(`${title}: ${best.toFixed(1)} microseconds each (${rounds.map((each) => each.toFixed(0)).join(', ')})`)
  return best
}
