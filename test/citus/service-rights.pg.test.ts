import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { type CitusServers } from '../support/postgres/citus.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { withOwnDatabaseConnection } from '../../src/store/connection/one-connection.ts'
import { restrictServiceRole } from '../../src/store/schema/service-rights.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

const role = `service_${randomBytes(8).toString('hex')}`

// PURSER_TEST_CITUS_URL leads to the coordinator of one: without, these are skipped.
testsWithNeeds(citusTestNeed).describe("the rights of the service's role on a Citus", () => {
  const servers = inject('citus') as CitusServers
  let test: TestDatabase
  const ask = async (connection: PostgresSocketConnection, text: string): Promise<unknown[]> =>
    withOwnDatabaseConnection(connection, async (client) => (await client.query<object>(text)).rows)
  beforeAll(async () => {
    test = await createTestDatabase()
    await ask(test.connection, `create role ${role} login`)
    await ask(test.connection, `grant select, insert, update, delete on all tables in schema public to ${role}`)
  })
  afterAll(async () => {
    await ask(test.connection, `drop owned by ${role}`)
    await test.drop()
    await ask(servers[0], `drop role ${role}`)
  })

  /** What it may do with some tables and their shards, on one server. */
  const mayOn = (server: PostgresSocketConnection) =>
    ask(
      { ...server, database: test.connection.database },
      `select distinct split_part(c.relname, '_1', 1) as name, r as "right" from pg_class c, unnest(array['insert', 'update', 'delete']) as r
        where c.relkind = 'r' and c.relname ~ '^(audit_entries|audit_heads|signed_heads|transactions|transaction_steps)(_\\d+)?$'
          and has_table_privilege('${role}', c.oid, r) order by 1, 2`,
    )

  it('are taken on every server, also from the shards themselves', async () => {
    const owner = test.connection
    const limited = await restrictServiceRole({ service: { ...owner, user: role }, owner }, { deletesEntries: false })
    expect(limited).toMatchObject({ role, kept: [] })
    const inserts = ['audit_entries', 'audit_heads', 'signed_heads', 'transaction_steps', 'transactions']
    for (const server of servers) {
      expect(await mayOn(server)).toEqual(inserts.map((name) => ({ name, right: 'insert' })))
    }
  })

  it('leave it the columns that it updates', async () => {
    const service = { ...test.connection, user: role }
    await ask(service, `update transactions set status = 'settled' where bucket = 1 and id = 'txn_x'`)
    await ask(service, `select 1 from audit_heads where bucket = 1 and account_id = 'acct_x' for update`)
    await ask(service, `update audit_heads set hash = '' where bucket = 1 and account_id = 'acct_x'`)
    await expect(ask(service, `update transactions set decision = 'approve' where bucket = 1`)).rejects.toThrow(
      'denied',
    )
    await expect(ask(service, `delete from audit_entries where bucket = 1`)).rejects.toThrow('denied')
  })
})
