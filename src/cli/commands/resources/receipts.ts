import { decimalAmount } from '../../../domain/money.ts'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ReceiptClaims, ReceiptKeys } from '../../../../clients/typescript/src/receipts.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import { checkReceipts } from '../../check-receipts.ts'
import type { CommandInvocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { commandWithActions } from '../../with-actions.ts'
import { terminalJson, printText } from '../../terminal/print.ts'

const runs = {
  async check({ words: [file = ''], flags, json, settings }: CommandInvocation) {
    const keys = await keysFrom(flags['keys'] ?? new URL('/.well-known/jwks.json', settings.url).href)
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const receipts: ReceiptClaims[] = []
    const findings: { line: number; what: string | null }[] = []
    try {
      for await (const { line, claims, what } of checkReceipts(lines, keys)) {
        if (claims === null) findings.push({ line, what })
        else receipts.push(claims)
        if (!json) printText(claims === null ? `line ${line}: ${what}` : described(claims))
      }
    } catch (error) {
      throw new OperatorError((error as Error).message)
    }
    const checked = receipts.length + findings.length
    printCommandAnswer({ json }, { checked, findings, receipts }, () => [
      `${checked} receipts checked: ${findings.length} findings.`,
    ])
    if (checked === 0 || findings.length > 0) process.exitCode = exitCodes.failed
  },

  async keys({ settings }: CommandInvocation) {
    const { receiptPublicKeys } = await import('../../../app/administration/receipt-keys.ts')
    printText(terminalJson(await receiptPublicKeys(settings, await commandLogger(settings)), 2))
  },

  async rotateKey({ settings, json }: CommandInvocation) {
    const { rotateReceiptKey } = await import('../../../app/administration/receipt-keys.ts')
    const report = await rotateReceiptKey(settings, await commandLogger(settings))
    printCommandAnswer({ json }, report, () => [
      `Receipts are signed with ${report.kid} now. ${report.formerKeys} former keys still verify older receipts.`,
    ])
  },
}

const described = (claims: ReceiptClaims): string => {
  const { transactionId, at, decision, amount, currency, last4, reasons } = claims
  return [
    `${transactionId} ${at} ${decision} ${decimalAmount(amount, currency)} ${currency} card ...${last4}`,
    ...undecided(claims),
    ...reasons.map(({ code }) => code),
  ].join(' ')
}

/**
 * Words for why a receipt with the decision `approve` does not mean that Purser's rules approved an authorization. Empty: the rules did.
 */
function undecided({ type = 'authorization', standIn }: ReceiptClaims): string[] {
  if (type !== 'authorization') return [type]
  return standIn === true ? ['stand_in'] : []
}

/** Reads the public keys of receipts from a file, or from a URL. */
async function keysFrom(source: string | boolean): Promise<ReceiptKeys> {
  const where = String(source)
  try {
    const text = /^https?:/.test(where) ? await served(where) : await readFile(where, 'utf8')
    const set = JSON.parse(text) as Partial<ReceiptKeys> | null
    if (Array.isArray(set?.keys) && set.keys.every((key) => typeof key === 'object' && key !== null)) {
      return { keys: set.keys }
    }
  } catch (error) {
    throw new OperatorError(`The keys cannot be read from ${where}: ${(error as Error).message}`)
  }
  throw new OperatorError(`${where} is not a JWK Set. GET /.well-known/jwks.json returns one.`)
}

const KEYS_TIMEOUT_MS = 30_000

async function served(url: string): Promise<string> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`the answer was ${reply.status}`)
  return reply.text()
}

export const receiptsCommand = commandWithActions({
  check: {
    summary: 'Check receipts of decisions offline.',
    usage: 'purser receipts check FILE [--keys jwks.json]',
    details: `FILE has a receipt on each line, alone or in the form of the API's reply. The command needs neither the database nor a key of the service.
Its exit code is 1 if a receipt is not genuine, or if there is none. --keys is a file or a URL. Without it, the keys come from the node
at PURSER_URL.`,
    examples: ['purser receipts check receipts.txt --keys jwks.json'],
    words: ['FILE'],
    flags: { keys: { type: 'string', value: 'jwks.json', description: 'A file or URL with the keys.' } },
    run: runs.check,
  },
  keys: {
    summary: 'Print the public keys of receipts.',
    usage: 'purser receipts keys > jwks.json',
    examples: ['purser receipts keys > jwks.json'],
    run: runs.keys,
  },
  'rotate-key': {
    summary: 'Rotate the key that signs receipts.',
    usage: 'purser receipts rotate-key',
    examples: ['purser receipts rotate-key'],
    run: runs.rotateKey,
  },
})
