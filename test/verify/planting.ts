import { expect } from 'vitest'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import type { TestPurser } from '../support/processes/start-purser.ts'
import { openTestVault } from '../support/test-vault.ts'

export interface Planting {
  /** The first that are found, one line each. */
  differences(customer?: string): Promise<string[]>
  /** Changes one thing, answers the differences that it makes, and puts it back. A file's last test says that everything was put back. */
  plant(corrupt: string, repair: string, values: unknown[]): Promise<string[]>
}

/** What the audit trail of the account has to say beside it is the matter of its own test. */
const isOfCustomer = (difference: string): boolean => !difference.startsWith('acct_')

/** Sums are folded when they are, and what they say of a journal that was changed is the matter of their own test. */
export function planting({ database }: TestPurser, customerId: string): Planting {
  const differences = async (customer?: string) => {
    const found: string[] = []
    const { differences: count } = await verifyDatabase(database, {
      vault: await openTestVault(database),
      customerId: customer,
      onDifference: (difference) => found.push(describeReplayDifference(difference)),
    })
    expect(found.length).toBe(count)
    return found.filter((line) => !line.includes(': sum of the ')).slice(0, 10)
  }
  return {
    differences,
    plant: async (corrupt, repair, values) => {
      expect((await database.pool.query(corrupt, values)).rowCount).toBeGreaterThan(0)
      try {
        const found = await differences(customerId)
        expect((await differences()).filter(isOfCustomer)).toEqual(found)
        return found
      } finally {
        await database.pool.query(repair, values)
      }
    },
  }
}

/** What changes a column, and what puts it back. */
export const change = (table: string, column: string, by: string, back: string, where: string) =>
  [
    `update ${table} set ${column} = ${by} where ${where}`,
    `update ${table} set ${column} = ${back} where ${where}`,
  ] as const

/** What moves rows away, to a table `kept_...` of the same columns, and what puts them back. */
export const keep = (table: string, where: string) =>
  [
    `with gone as (delete from ${table} where ${where} returning *) insert into kept_${table} select * from gone`,
    `with back as (delete from kept_${table} returning *) insert into ${table} select * from back where $1::text is not null`,
  ] as const
