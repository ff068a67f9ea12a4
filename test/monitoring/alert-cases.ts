/** A series of a test: its name with labels, and its values, a minute apart, as promtool writes them. */
type Series = readonly [name: string, values: string]

export interface AlertCase {
  readonly alert: string
  readonly sick: readonly Series[]
  /** Almost sick, or sick in another way: the alert stays quiet beyond `firesAt`. */
  readonly healthy: readonly Series[]
  /** The last minute at which the sick series do not raise the alert yet. Absent: it is raised at once. */
  readonly quietAt?: number
  readonly firesAt: number
}

const always = (value: number): string => `${value}x120`
const NODE = '{job="purser", instance="a:8420"}'
const of = (labels: string): string => `{job="purser", instance="a:8420", ${labels}}`
const gauge = (name: string, labels?: string) => `${name}${labels === undefined ? NODE : of(labels)}`
const ofGauge = (name: string, sick: number, healthy: number, labels?: string) => ({
  sick: [[gauge(name, labels), always(sick)]] as const,
  healthy: [[gauge(name, labels), always(healthy)]] as const,
})
const replies = (status: string, each: number): Series => [
  gauge('purser_http_replies_total', `operation="createAuthorization", status="${status}"`),
  `0+${each}x120`,
]
const repliesOfOtherNode = (status: string): string =>
  `purser_http_replies_total{job="purser", instance="b:8420", operation="createAuthorization", status="${status}"}`
const refusals = (operation: string, values: string): Series => [
  gauge('purser_http_refusals_total', `operation="${operation}", reason="internal_error"`),
  values,
]
const bucket = (le: string, each: number): Series => [
  gauge('purser_http_request_duration_seconds_bucket', `operation="createAuthorization", le="${le}"`),
  `0+${each}x120`,
]
const decisions = (decision: string, each: number): Series => [
  gauge('purser_authorizations_total', `decision="${decision}"`),
  `0+${each}x120`,
]
const messages = (outcome: string, each: number): Series => [
  gauge('purser_notification_attempts_total', `to="mail", outcome="${outcome}"`),
  `0+${each}x120`,
]
const build = (instance: string, version: string): Series => [
  `purser_build_info{job="purser", instance="${instance}", version="${version}"}`,
  always(1),
]
const up = (value: number): Series => [gauge('purser_database_up'), always(value)]

/** For each alert, series that raise it and series that do not. */
export const alertCases: readonly AlertCase[] = [
  { alert: 'PurserNodeDown', ...ofGauge('up', 0, 1), quietAt: 1, firesAt: 2 },
  { alert: 'PurserAbsent', sick: [], healthy: [[gauge('up'), always(1)]], quietAt: 4, firesAt: 5 },
  { alert: 'PurserDatabaseDown', ...ofGauge('purser_database_up', 0, 1), quietAt: 0, firesAt: 1 },
  {
    alert: 'PurserDatabaseReadOnly',
    sick: [[gauge('purser_database_writable'), always(0)], up(1)],
    healthy: [[gauge('purser_database_writable'), always(0)], up(0)],
    quietAt: 0,
    firesAt: 1,
  },
  { alert: 'PurserClockDifference', ...ofGauge('purser_clock_difference_seconds', -1.5, -0.9), quietAt: 4, firesAt: 5 },
  {
    alert: 'PurserRefusals',
    sick: [replies('201', 970), replies('503', 30)],
    healthy: [
      replies('201', 990),
      replies('503', 10),
      // An outage of two minutes, after which the alert must not be raised.
      [repliesOfOtherNode('201'), '0+990x120'],
      [repliesOfOtherNode('503'), '0x6 500x0 1000x113'],
    ],
    quietAt: 5,
    firesAt: 7,
  },
  {
    alert: 'PurserInternalErrors',
    sick: [refusals('unknown', always(0)), refusals('createCard', '_x20 1x100')],
    healthy: [refusals('unknown', always(0)), refusals('createCard', always(1))],
    quietAt: 19,
    firesAt: 23,
  },
  {
    alert: 'PurserVersionsDiffer',
    sick: [build('a:8420', '1.0.0'), build('b:8420', '1.1.0'), build('c:8420', '1.1.0')],
    healthy: [build('a:8420', '1.0.0'), build('b:8420', '1.0.0')],
    quietAt: 59,
    firesAt: 60,
  },
  {
    alert: 'PurserSlowAuthorizations',
    sick: [bucket('0.25', 50), bucket('0.5', 95), bucket('0.75', 100), bucket('+Inf', 100)],
    healthy: [bucket('0.25', 98), bucket('0.5', 100), bucket('0.75', 100), bucket('+Inf', 100)],
    quietAt: 10,
    firesAt: 12,
  },
  { alert: 'PurserQueueLong', ...ofGauge('purser_authorization_queue_length', 600, 500), quietAt: 1, firesAt: 2 },
  {
    alert: 'PurserCustomersBlocked',
    ...ofGauge('purser_authorization_customers_blocked', 1, 0),
    quietAt: 1,
    firesAt: 2,
  },
  {
    alert: 'PurserConnectionsWaiting',
    ...ofGauge('purser_database_connections_waiting', 3, 0, 'pool="write"'),
    quietAt: 4,
    firesAt: 5,
  },
  { alert: 'PurserEventLoopBusy', ...ofGauge('nodejs_eventloop_lag_p99_seconds', 0.3, 0.2), quietAt: 9, firesAt: 10 },
  {
    alert: 'PurserDeclinesHigh',
    sick: [decisions('approve', 1), decisions('decline', 2)],
    healthy: [decisions('approve', 0.1), decisions('decline', 0.4)],
    quietAt: 15,
    firesAt: 30,
  },
  { alert: 'PurserDeliveriesLate', ...ofGauge('purser_outbox_oldest_seconds', 400, 200), quietAt: 4, firesAt: 5 },
  { alert: 'PurserWebhooksFailing', ...ofGauge('purser_webhooks', 1, 0, 'state="failing"'), quietAt: 59, firesAt: 60 },
  {
    alert: 'PurserNotificationsFailing',
    sick: [messages('failed', 3), messages('succeeded', 1)],
    healthy: [messages('failed', 1), messages('succeeded', 3)],
    quietAt: 30,
    firesAt: 35,
  },
  {
    alert: 'PurserApprovalsWaiting',
    ...ofGauge('purser_approvals_oldest_seconds', 4000, 3000, 'kind="intent"'),
    quietAt: 9,
    firesAt: 10,
  },
  {
    alert: 'PurserSweepsStopped',
    sick: [[gauge('purser_sweep_age_seconds'), always(130)], up(1)],
    healthy: [[gauge('purser_sweep_age_seconds'), always(130)], up(0)],
    quietAt: 0,
    firesAt: 1,
  },
  { alert: 'PurserAuditTrailUnsigned', ...ofGauge('purser_audit_heads_unsigned', 1, 0), firesAt: 0 },
  { alert: 'PurserVerifyDifferences', ...ofGauge('purser_verify_differences', 2, -1), firesAt: 0 },
  { alert: 'PurserVerifyOld', ...ofGauge('purser_verify_age_seconds', 700_000, 600_000), quietAt: 59, firesAt: 60 },
  {
    // The time of a test begins at 0, and a backup is due again after 36 hours.
    alert: 'PurserBackupOld',
    sick: [[gauge('purser_backup_last_success_timestamp_seconds'), '1x2400']],
    healthy: [[gauge('purser_backup_last_success_timestamp_seconds'), '1+60x2400']],
    quietAt: 2160,
    firesAt: 2161,
  },
  { alert: 'PurserIssuerDifferences', ...ofGauge('purser_issuer_differences', 1, -1), quietAt: 59, firesAt: 60 },
  {
    alert: 'PurserIssuerRefusals',
    sick: [[gauge('purser_issuer_refused_total', 'reason="unsigned"'), '0+1x120']],
    healthy: [[gauge('purser_issuer_refused_total', 'reason="unsigned"'), '0+0.5x120']],
    quietAt: 5,
    firesAt: 20,
  },
]

/**
 * Makes the input file of `promtool test rules`. Its checks count the series `ALERTS`, in which Prometheus shows the alerts that are firing.
 */
export function rulesTest(rulesFile: string, cases: readonly AlertCase[]): object {
  const firing = (alert: string) => `count(ALERTS{alertname="${alert}", alertstate="firing"})`
  const test = (series: readonly Series[], checks: readonly object[]) => ({
    interval: '1m',
    input_series: series.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: checks,
  })
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: cases.flatMap(({ alert, sick, healthy, quietAt, firesAt }) => [
      test(sick, [
        ...(quietAt === undefined ? [] : [{ expr: firing(alert), eval_time: `${quietAt}m`, exp_samples: [] }]),
        { expr: firing(alert), eval_time: `${firesAt}m`, exp_samples: [{ labels: '{}', value: 1 }] },
      ]),
      test(healthy, [{ expr: firing(alert), eval_time: `${firesAt + 5}m`, exp_samples: [] }]),
    ]),
  }
}
