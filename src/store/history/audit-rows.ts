import type { QueryResultRow } from 'pg'
import type { Selectable } from 'kysely'
import {
  accessEventAuditFields,
  agentAuditFields,
  approvalAuditFields,
  cardAuditFields,
  challengeAuditFields,
  changeRequestAuditFields,
  customerAuditFields,
  intentAuditFields,
  subscriptionAuditFields,
} from '../../domain/changes/audited.ts'
import type { AuditedFields } from '../../domain/audit/field-changes.ts'
import type { ResourceFieldChange, ResourceType } from '../../domain/audit/audited-act.ts'
import type { ExportedAuditEntry } from '../../lib/audit-chain.ts'
import {
  accountAuditFields,
  fillerAuditFields,
  notificationChannelAuditFields,
  invitationAuditFields,
  apiKeyAuditFields,
  personAuditFields,
  transactionAuditFields,
  webhookAuditFields,
} from '../audit/audited-rows.ts'
import { auditEntry } from '../audit/entry-rows.ts'
import { accessEventsTable, fillersTable } from '../rows/access-tables.ts'
import { agentsTable } from '../rows/agents.ts'
import { cardsTable } from '../rows/cards.ts'
import { challengesTable } from '../rows/challenges.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { customersTable } from '../rows/customers.ts'
import { intentsTable as intentTable } from '../rows/intents.ts'
import { webhooksTable } from '../rows/webhook-tables.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from '../rows/audit-tables.ts'
import type { AccountRow, TransactionMetadataRow } from '../rows/tables.ts'
import type { approvalsTable as approvalTable } from '../rows/approvals.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

export interface StoredAuditEntry {
  readonly accountId: string
  readonly entry: ExportedAuditEntry
  readonly bucket: number
  readonly mac: string
}

/** Reads all audit entries, by account and in the order of their numbers. `accountId` undefined: the entries of all accounts. */
export async function* auditEntries(snapshot: DatabaseSnapshot, accountId?: string): AsyncGenerator<StoredAuditEntry> {
  const own = accountId === undefined ? '' : 'where account_id = $1'
  const keys = `select account_id, sequence, bucket from audit_entries ${own} order by account_id, sequence, bucket`
  const values = accountId === undefined ? [] : [accountId]
  for await (const page of pagesOfSnapshotQuery<Pick<AuditEntryRow, 'account_id' | 'sequence' | 'bucket'>>(
    snapshot,
    'audit',
    [keys, values],
  )) {
    const rows = await snapshot.rows<AuditEntryRow>(
      `select entry.* from unnest($1::text[], $2::bigint[], $3::smallint[]) as page_key (account_id, sequence, bucket)
        join audit_entries entry using (account_id, sequence, bucket) order by account_id, sequence, bucket`,
      [page.map((key) => key.account_id), page.map((key) => key.sequence), page.map((key) => key.bucket)],
    )
    for await (const row of snapshot.slices.each(rows))
      yield { accountId: row.account_id, entry: auditEntry(row), bucket: row.bucket, mac: row.mac }
  }
}

export const auditHeads = (snapshot: DatabaseSnapshot): Promise<AuditHeadRow[]> =>
  snapshot.rows<AuditHeadRow>('select * from audit_heads order by account_id')

export const signedAuditHeads = (snapshot: DatabaseSnapshot): Promise<SignedAuditHeadRow[]> =>
  snapshot.rows<SignedAuditHeadRow>('select * from signed_heads order by account_id, sequence')

/** The changes of one resource that one audit entry records. */
export interface StoredAuditChanges {
  readonly resourceId: string
  readonly accountId: string
  readonly sequence: number
  readonly changes: readonly ResourceFieldChange[]
}

/**
 * Reads all recorded changes of resources of one type, by resource and in the order of the audit chain. `cursor`: the name of the SQL
 * cursor, for a caller that has two of them open.
 */
export async function* auditChangesOfResourceType(
  snapshot: DatabaseSnapshot,
  type: ResourceType,
  cursor = `changes_of_${type}`,
): AsyncGenerator<StoredAuditChanges> {
  const keys = 'select id from audit_entries where resource_type = $1 order by resource_id, account_id, sequence'
  for await (const page of pagesOfSnapshotQuery<{ id: string }>(snapshot, cursor, [keys, [type]])) {
    yield* snapshot.slices.each(
      await snapshot.rows<StoredAuditChanges & QueryResultRow>(
        `select resource_id as "resourceId", account_id as "accountId", sequence, changes from audit_entries
        where id = any($1) order by resource_id, account_id, sequence`,
        [page.map(({ id }) => id)],
      ),
    )
  }
}

/** A stored resource, with the fields that the audit trail records. */
export interface AuditedResource {
  readonly id: string
  readonly accountId: string
  readonly state: AuditedFields
}

interface Source {
  readonly table: string
  read(snapshot: DatabaseSnapshot, ids: readonly string[]): Promise<AuditedResource[]>
}

const plain = <Row extends { id: string } & QueryResultRow>(
  table: string,
  state: (row: Row) => AuditedFields,
  accountOf: (row: Row) => string,
): Source => ({
  table,
  read: async (snapshot, ids) => {
    const rows = await snapshot.rows<Row>(`select * from ${table} where id = any($1) order by id`, [ids])
    return rows.map((row) => ({ id: row.id, accountId: accountOf(row), state: state(row) }))
  },
})

const ofAccount = ({ account_id }: { account_id: string }): string => account_id

/** The resources of a table that has a definition. */
const defined = <State extends object>(
  { tableName, state }: { readonly tableName: string; readonly state: (row: never) => State },
  fields: (state: State) => AuditedFields,
): Source => plain<{ id: string; account_id: string }>(tableName, (row) => fields(state(row as never)), ofAccount)

const intents: Source = {
  table: 'intents',
  read: async (snapshot, ids) => {
    const rows = await snapshot.rows<SelectedTableRow<typeof intentTable>>(
      'select * from intents where id = any($1) order by id',
      [ids],
    )
    const approvals = await snapshot.rows<SelectedTableRow<typeof approvalTable>>(
      'select * from approvals where intent_id = any($1)',
      [ids],
    )
    const waits = new Map(approvals.map((row) => [row.intent_id, row]))
    return rows.map((row) => {
      const wait = waits.get(row.id)
      const approval =
        wait &&
        approvalAuditFields({ ...wait, decidedBy: wait.decided_by, decidedAt: wait.decided_at, note: wait.note })
      return {
        id: row.id,
        accountId: row.account_id,
        state: { ...intentAuditFields(intentTable.state(row)), ...approval },
      }
    })
  },
}

/** If the notes of a transaction were removed, the transaction counts as one that never had notes. */
const transactions: Source = {
  table: 'transaction_metadata',
  read: async (snapshot, ids) => {
    const rows = await snapshot.rows<Selectable<TransactionMetadataRow>>(
      'select * from transaction_metadata where id = any($1) and num_nonnulls(metadata, memo, coding, documents) > 0 order by id',
      [ids],
    )
    return rows.map((row) => ({ id: row.id, accountId: row.account_id, state: transactionAuditFields(row) }))
  },
}

const sources: Readonly<Record<ResourceType, Source>> = {
  account: plain('accounts', accountAuditFields, ({ id }: AccountRow) => id),
  customer: defined(customersTable, customerAuditFields),
  agent: defined(agentsTable, agentAuditFields),
  card: defined(cardsTable, cardAuditFields),
  transaction: transactions,
  intent: intents,
  challenge: defined(challengesTable, challengeAuditFields),
  change_request: defined(changeRequestsTable, changeRequestAuditFields),
  subscription: defined(subscriptionsTable, subscriptionAuditFields),
  access_event: defined(accessEventsTable, accessEventAuditFields),
  filler: defined(fillersTable, fillerAuditFields),
  api_key: plain('api_keys', apiKeyAuditFields, ofAccount),
  webhook: defined(webhooksTable, webhookAuditFields),
  person: plain('people', personAuditFields, ofAccount),
  invitation: plain('invitations', invitationAuditFields, ofAccount),
  notification_channel: plain('notification_channels', notificationChannelAuditFields, ofAccount),
}

export const auditedResourceTypes = Object.keys(sources) as ResourceType[]

/** Reads all stored resources of a type, in the order of their ids. */
export async function* readAuditedResources(
  snapshot: DatabaseSnapshot,
  type: ResourceType,
): AsyncGenerator<AuditedResource> {
  const { table, read } = sources[type]
  const keys = `select id from ${table} order by id`
  for await (const page of pagesOfSnapshotQuery<{ id: string }>(snapshot, `audited_${table}`, [keys, []])) {
    yield* snapshot.slices.each(
      await read(
        snapshot,
        page.map(({ id }) => id),
      ),
    )
  }
}
