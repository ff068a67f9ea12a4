import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { NodeRow } from '../../store/rows/operation-tables.ts'
import { readSettings } from '../settings/read-settings.ts'
import { packageVersion } from '../version.ts'
import type { DoctorExamination } from './examination.ts'
import { doctorFindings } from './findings.ts'
import { durationInWords } from './duration-in-words.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const GB = 1_000_000_000

const node = (more: Partial<NodeRow> = {}): NodeRow => ({
  node: 'node_a',
  version: packageVersion,
  host: 'db-1',
  process_id: 7,
  issuers: [],
  unsafe_settings: [],
  connections: 28,
  clock_difference_ms: 3,
  started_at: NOW - DAY_MS,
  seen_at: NOW - 9 * SECOND_MS,
  ...more,
})

const SERVED = {
  DATABASE_URL: 'postgres://purser@db.example.com/purser?sslmode=verify-full',
  PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const settings = readSettings(SERVED)

const server = {
  version: '18.4',
  bytes: GB,
  isEncrypted: true,
  mostConnections: 97,
  usedConnections: 30,
  prepared: [],
}
const migrations = { last: '0018_token_requests', problem: null, pending: [], unproven: [], newer: [] }
const role = { role: 'purser_service', isSuperuser: false, isOwner: false, missing: [], unused: [] }
const waiting = { id: 'txn_a', accountId: 'acct_a', createdAt: NOW - DAY_MS, expiresAt: NOW + DAY_MS }
const verified = {
  command: 'verify' as const,
  version: packageVersion,
  result: { customers: 1, entries: 10, differences: 0 },
  ended_at: NOW - DAY_MS,
}

const healthy: DoctorExamination = {
  at: NOW,
  now: NOW,
  clock: { differenceMs: 12, isAllowed: true },
  server,
  notReady: null,
  migrations,
  nodes: [node(), node({ node: 'node_b' })],
  webhooks: { pending: 3, oldestDueAt: NOW - SECOND_MS, failing: [] },
  issuers: [],
  oldest: { hold: waiting, intent: waiting, approval: waiting },
  verified,
  backedUpAt: NOW - DAY_MS,
  installedAt: NOW - 100 * DAY_MS,
  disk: { path: '/var/lib/purser', free: 50 * GB, size: 100 * GB },
  testClock: null,
  unread: [],
  settings,
  serviceRole: role,
  migratingRole: { role: 'purser_owner', missing: [] },
  isOtherDatabase: false,
  masterKeyProblem: null,
  standIns: { facts: 10, standIns: 0, lastAt: null },
  unsigned: [],
  providerProblem: null,
  tokenIssuerProblem: null,
}

it('a healthy Purser has none', () => {
  expect(doctorFindings(healthy)).toEqual([])
})

const failing = (minutes: number) => [{ webhookId: 'wh_a', accountId: 'acct_a', since: NOW - minutes * MINUTE_MS }]
const withIssuer = {
  nodes: [node({ issuers: ['stripe'] })],
  settings: readSettings({ ...SERVED, PURSER_HOLD_DAYS: '31' }),
}
const call = { issuer: 'stripe', calls: 2, failingSince: NOW - HOUR_MS, lastError: 'No such key' }

/** Faults of a Purser, with the severity and code of each finding of `purser doctor`. A note is worth knowing, and no reason to act. */
const illnesses: readonly (readonly [what: string, ill: Partial<DoctorExamination>, findings: readonly string[]])[] = [
  ['something was not read', { unread: [{ what: 'the nodes', why: 'permission denied' }] }, ['error not_read']],
  [
    'another text of a migration',
    { migrations: { ...migrations, problem: 'Another text.' } },
    ['error schema_refused'],
  ],
  ['a pending migration', { migrations: { ...migrations, pending: ['0013_x'] } }, ['error migrations_pending']],
  [
    'a pending migration, without which a table is missing',
    { migrations: { ...migrations, pending: ['0013_x'] }, unread: [{ what: 'the nodes', why: 'no table' }] },
    ['error migrations_pending'],
  ],
  ['no fingerprint', { migrations: { ...migrations, unproven: ['0001_first'] } }, ['warning fingerprint_missing']],
  ['a newer schema', { migrations: { ...migrations, newer: ['0099_later'] } }, ['note schema_newer']],
  ['a standby', { notReady: 'database_read_only' }, ['error database_read_only']],
  ['two databases', { isOtherDatabase: true }, ['error other_database']],
  ['no connection left', { server: { ...server, usedConnections: 88 } }, ['error connections_used']],
  ['87 connections of 97', { server: { ...server, usedConnections: 87 } }, []],
  ['too few connections', { server: { ...server, mostConnections: 65 } }, ['warning connections_few']],
  ['just enough connections', { server: { ...server, mostConnections: 66 } }, []],
  ['no TLS', { server: { ...server, isEncrypted: false } }, ['warning connection_plain']],
  ...['postgres://purser@%2Frun%2Fpostgresql/purser', 'postgres://purser@127.0.0.1/purser', 'postgres://u@[::1]/p'].map(
    (url) =>
      [
        `no TLS to ${url}`,
        {
          server: { ...server, isEncrypted: false },
          settings: readSettings({ ...SERVED, DATABASE_URL: url }),
        },
        [],
      ] as const,
  ),
  [
    'a certificate that nobody checks',
    { settings: readSettings({ ...SERVED, DATABASE_URL: 'postgres://u@db.example.com/p?a=b&sslmode=no-verify' }) },
    ['warning certificate_unchecked'],
  ],
  [
    'a prepared transaction that was left',
    { server: { ...server, prepared: [{ name: 'citus_0_1', ageMs: 6 * MINUTE_MS }] } },
    ['error prepared_left'],
  ],
  [
    'a prepared transaction that is being committed',
    { server: { ...server, prepared: [{ name: 'citus_0_1', ageMs: 50 }] } },
    [],
  ],
  ['a full disk', { disk: { path: '/p', free: 0.4 * GB, size: 100 * GB } }, ['error disk_full']],
  ['a disk that is nearly full', { disk: { path: '/p', free: 9 * GB, size: 100 * GB } }, ['warning disk_full']],
  ['a large disk with a twentieth free', { disk: { path: '/p', free: 50 * GB, size: 1000 * GB } }, []],
  ['a disk that cannot be seen', { disk: null }, []],
  ['a missing right', { serviceRole: { ...role, missing: ['update on cards'] } }, ['error rights_missing']],
  ['a superuser', { serviceRole: { ...role, isSuperuser: true, isOwner: true } }, ['warning role_superuser']],
  ['an owner beside another one', { serviceRole: { ...role, isOwner: true } }, ['warning role_owner']],
  ['one role', { serviceRole: { ...role, isOwner: true }, migratingRole: null }, ['note role_owner']],
  ['a needless right', { serviceRole: { ...role, unused: ['delete on transactions'] } }, ['warning rights_unused']],
  ['a role that cannot migrate', { migratingRole: { role: 'x', missing: ['create'] } }, ['error migrating_role']],
  ['a clock that drifts', { clock: { differenceMs: -2600, isAllowed: true } }, ['warning clock_difference']],
  ['a wrong clock', { clock: { differenceMs: 9000, isAllowed: false } }, ['error clock_difference']],
  ["a node's clock", { nodes: [node({ clock_difference_ms: 3000 })] }, ['warning node_clock_difference']],
  ['a test clock', { testClock: NOW + DAY_MS }, ['warning test_clock_ahead']],
  ['a test clock that real time has passed', { testClock: NOW - DAY_MS }, []],
  ['a silent node', { nodes: [node(), node({ seen_at: NOW - MINUTE_MS })] }, ['warning node_silent']],
  ['no node', { nodes: [] }, ['warning no_node']],
  ['only a silent node', { nodes: [node({ seen_at: 0 })] }, ['warning node_silent', 'warning no_node']],
  ['two versions', { nodes: [node(), node({ version: '0.0.9' })] }, ['warning versions_differ']],
  ['another version', { nodes: [node({ version: '0.0.9' })] }, ['note other_version']],
  [
    'a late delivery',
    { webhooks: { pending: 1, oldestDueAt: NOW - MINUTE_MS, failing: [] } },
    ['warning deliveries_late'],
  ],
  [
    'a dead webhook',
    { webhooks: { pending: 0, oldestDueAt: null, failing: failing(11) } },
    ['warning webhook_failing'],
  ],
  ['a webhook that has failed once', { webhooks: { pending: 0, oldestDueAt: null, failing: failing(1) } }, []],
  [
    'an expired hold and intent',
    {
      oldest: {
        hold: { ...waiting, expiresAt: NOW - 6 * MINUTE_MS },
        intent: { ...waiting, expiresAt: NOW - 6 * MINUTE_MS },
        approval: null,
      },
    },
    ['error sweeps_late', 'error sweeps_late'],
  ],
  ['an issuer that nobody calls', { issuers: [call] }, ['error issuer_not_called']],
  ['an issuer', withIssuer, ['note issuer_timeout']],
  ['short holds', { nodes: withIssuer.nodes }, ['warning holds_short', 'note issuer_timeout']],
  ['failing calls', { ...withIssuer, issuers: [call] }, ['error issuer_calls_failing', 'note issuer_timeout']],
  ['waiting calls', { ...withIssuer, issuers: [{ ...call, failingSince: null }] }, ['note issuer_timeout']],
  ['a stand-in', { standIns: { facts: 10, standIns: 1, lastAt: NOW - HOUR_MS } }, ['warning issuer_stood_in']],
  ['another master key', { masterKeyProblem: 'It is another key.' }, ['error master_key']],
  ['a provider that does not answer', { providerProblem: 'it did not answer' }, ['error provider_unusable']],
  [
    'an issuer of tokens with another name',
    { tokenIssuerProblem: 'the issuer calls itself x' },
    ['error token_issuer_unusable'],
  ],
  ['an unsigned trail', { unsigned: [{ accountId: 'acct_a', dueAt: NOW - 2 * HOUR_MS }] }, ['error trail_unsigned']],
  [
    'differences',
    { verified: { ...verified, result: { ...verified.result, differences: 2 } } },
    ['error verify_differences'],
  ],
  ['an old verify', { verified: { ...verified, ended_at: NOW - 36 * DAY_MS } }, ['warning verify_old']],
  ['no verify', { verified: null }, ['warning verify_old']],
  ['no verify yet', { verified: null, installedAt: NOW - 34 * DAY_MS }, []],
  ['an old backup', { backedUpAt: NOW - 9 * DAY_MS }, ['note backup_old']],
  ['no backup', { backedUpAt: null }, ['note backup_old']],
  ['no backup yet', { backedUpAt: null, installedAt: NOW - 7 * DAY_MS }, []],
  ['no account yet', { verified: null, installedAt: null }, []],
  ['unsafe settings', { settings: readSettings({ ...SERVED, HOST: '0.0.0.0' }) }, ['warning setting_unsafe']],
  [
    "a node's unsafe settings",
    { nodes: [node({ unsafe_settings: ['PURSER_RATE_LIMIT=off: ...'] })] },
    ['warning setting_unsafe'],
  ],
  [
    'contradicting settings',
    { settings: readSettings({ ...SERVED, PURSER_SMTP_URL: 'smtps://mail.example.com' }) },
    ['error settings_refused'],
  ],
]

it.each(illnesses)('%s', (_what, ill, findings) => {
  const all = doctorFindings({ ...healthy, ...ill })
  expect(all.map(({ severity, code }) => `${severity} ${code}`)).toEqual(findings)
  for (const { says, todo } of all) {
    expect(says).toMatch(/^\S.*\S$/s)
    expect(todo).toMatch(/^\S.*\S$/)
  }
})

it.each([
  [0, '0 seconds'],
  [119_400, '119 seconds'],
  [2 * MINUTE_MS, '2 minutes'],
  [3 * HOUR_MS - 1, '2 hours'],
  [40 * DAY_MS, '40 days'],
])('%i ms are %s', (ms, text) => {
  expect(durationInWords(ms)).toBe(text)
})
