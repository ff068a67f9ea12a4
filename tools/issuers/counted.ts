import type { Purser, Transaction } from '../../clients/typescript/src/client.ts'
import { repeatSandboxReadUntil } from './steps.ts'

/** Waits until Purser's transaction of an authorization has these fields, or, without an authorization, until any transaction has them. */
export async function waitForTransaction(
  purser: Purser,
  { cardId, reference }: { cardId: string; reference: string | null },
  expected: Partial<Transaction>,
): Promise<Transaction | undefined> {
  const fields = Object.keys(expected) as (keyof Transaction)[]
  const shown = (each: Partial<Transaction>) => JSON.stringify(fields.map((field) => each[field]))
  const isRight = (each: Transaction) => shown(each) === shown(expected)
  const found = await repeatSandboxReadUntil(
    async () => {
      const { data } = await purser.transactions.list({ cardId, limit: 100 })
      return data.filter(({ networkReference = null }) => networkReference === reference)
    },
    (transactions) => transactions.some(isRight),
  )
  return found.find(isRight)
}
