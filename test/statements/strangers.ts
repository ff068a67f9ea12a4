import type pg from 'pg'
import { encodeBase32 } from '../../src/lib/base32.ts'
import { CUSTOMER_BUCKETS, bucketCharacters } from '../../src/lib/buckets.ts'

export const STRANGERS = 50_000
const YEAR_3000 = Date.UTC(3000, 0)

/** Columns that name one thing of many: each stranger has another. */
const PREFIXES: Readonly<Record<string, string>> = {
  customer_id: 'cust',
  agent_id: 'agt',
  card_id: 'card',
  intent_id: 'int',
  transaction_id: 'txn',
  delivery_id: 'dlv',
  event_id: 'evt',
  entry_id: 'txn',
  subject_id: 'card',
  scope_id: 'card',
  key_id: 'key',
  external_id: 'ext',
  reference_hash: 'ref',
  client_id: 'own',
  key: 'idem',
  resource_id: 'card',
  actor_id: 'key',
  hash: 'hash',
  fingerprint: 'print',
}
const OWN_IDS: Readonly<Record<string, string>> = {
  customers: 'cust',
  agents: 'agt',
  cards: 'card',
  transactions: 'txn',
  transaction_metadata: 'txn',
  transaction_documents: 'doc',
  transaction_steps: 'stp',
  intents: 'int',
  approvals: 'apr',
  change_requests: 'chg',
  challenges: 'chl',
  subscriptions: 'sub',
  access_events: 'acc',
  fillers: 'fil',
  events: 'evt',
  deliveries: 'dlv',
  audit_entries: 'aud',
}
/** As SQL, by column, or by table and column: what is alive, so that indexes of the living are full, and falls due in the year 3000. */
const VALUES: Readonly<Record<string, string>> = {
  status: `'pending'`,
  'customers.status': `'active'`,
  'agents.status': `'active'`,
  'cards.status': `'active'`,
  'deliveries.status': `'succeeded'`,
  // One whose intent needs no person would be answered by the next sweep.
  'challenges.intent_id': 'null',
  'idempotency_keys.status': '200',
  type: `'authorization'`,
  'customers.type': `'consumer'`,
  'cards.type': `'virtual'`,
  'events.type': `'card.created'`,
  event_type: `'card.created'`,
  kind: `'grant'`,
  decision: `'approve'`,
  'access_events.decision': `'granted'`,
  'access_events.expires_at': String(YEAR_3000),
  'cards.expires_at': String(YEAR_3000),
  email: `'stranger@example.com'`,
  currency: `'USD'`,
  attestation: `'unattested'`,
  usage: `'multi'`,
  merchant_key: `'ashop'`,
  trace: `'[]'`,
  reasons: `'[]'`,
  counted: `'[]'`,
  sequence: 'i',
  posted_sequence: 'i',
  'audit_entries.sequence': '1000000 + i', // behind those of the account itself
  'signed_heads.sequence': '1000000 + i',
  'audit_entries.hash': `'x'`,
  fact_hash: `'stranger ' || i`,
  card_token: `'stranger ' || i`,
  number_hash: `sha256(i::text::bytea)`,
}
const BY_TYPE: Readonly<Record<string, string>> = {
  bigint: String(YEAR_3000),
  integer: '1',
  boolean: 'false',
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `''`,
  text: `'x'`,
}

interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
}

/** Fills a table that grows with the rows of other customers of one account, younger than all others. */
export async function fillWithStrangers(
  client: pg.ClientBase,
  table: string,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select column_name as name, data_type as type, is_nullable = 'YES' as nullable from information_schema.columns
      where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const time = encodeBase32(now, 10)
  const idOf = (prefix: string) => `'${prefix}_${time}' || lpad(to_hex(i), 14, '0') || endings[1 + i % 64]`
  const valueOf = ({ name, type, nullable }: Column): string => {
    if (name === 'bucket') return 'buckets[1 + i % 64]'
    if (name === 'account_id') return table === 'audit_heads' ? idOf('acct') : `'${accountId}'`
    const given = VALUES[`${table}.${name}`] ?? VALUES[name]
    if (given !== undefined) return given
    const prefix = name === 'id' ? OWN_IDS[table] : PREFIXES[name]
    if (prefix !== undefined) return idOf(prefix)
    return nullable ? 'null' : (BY_TYPE[type] ?? 'null')
  }
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
      select ${columns.map(valueOf).join(', ')} from generate_series(1, $1::int) as i,
        (select $2::smallint[] as buckets, $3::text[] as endings) as spread`,
    [STRANGERS, CUSTOMER_BUCKETS, CUSTOMER_BUCKETS.map(bucketCharacters)],
  )
}
