import {
  type ReceiptClaims,
  type ReceiptKeys,
  ReceiptVerificationError,
  verifyReceipt,
} from '../../clients/typescript/src/receipts.ts'

export interface CheckedReceipt {
  /** The number of the receipt's line in the file, counted from 1. */
  readonly line: number
  /** The claims of the receipt. Null if the receipt is not genuine. */
  readonly claims: ReceiptClaims | null
  /** Why the receipt is not genuine. Null where it is. */
  readonly what: string | null
}

/** How many receipts are checked at once. The checks run on threads of their own, so two processors check twice as many. */
const AT_ONCE = 64

/** Checks a file with a receipt on each line, alone or in the form of the API's reply: `{"receipt": "..."}`. Empty lines are skipped. */
export async function* checkReceipts(
  lines: AsyncIterable<string> | Iterable<string>,
  keys: ReceiptKeys,
): AsyncGenerator<CheckedReceipt> {
  let line = 0
  let waiting: Promise<CheckedReceipt>[] = []
  for await (const text of lines) {
    line += 1
    if (text === '') continue
    waiting.push(checked(text, line, keys))
    if (waiting.length < AT_ONCE) continue
    yield* await Promise.all(waiting)
    waiting = []
  }
  yield* await Promise.all(waiting)
}

async function checked(text: string, line: number, keys: ReceiptKeys): Promise<CheckedReceipt> {
  try {
    return { line, claims: await verifyReceipt(receiptOf(text), keys), what: null }
  } catch (error) {
    if (!(error instanceof ReceiptVerificationError)) throw error
    return { line, claims: null, what: error.message }
  }
}

function receiptOf(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    const { receipt } = JSON.parse(text) as { receipt?: unknown }
    return typeof receipt === 'string' ? receipt : ''
  } catch {
    return ''
  }
}
