const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

interface Described {
  readonly name: string
  /** A sentence that describes the metric, for readers of `GET /metrics` and of the reference. */
  readonly help: string
  readonly labelNames?: readonly string[]
}

interface Counted extends Described {
  readonly type: 'counter'
}

interface Distributed extends Described {
  readonly type: 'histogram'
  readonly buckets: readonly number[]
}

/**
 * A metric with a value of this moment. `aggregator`: how the values of several processes (PURSER_PROCESSES) are combined, in the words of
 * `@prometheus-io/client`. Values of the database are the same in each process, so they are never added. Counters and histograms are always
 * added.
 */
export interface GaugeMetric extends Described {
  readonly type: 'gauge'
  readonly aggregator: 'sum' | 'max' | 'min' | 'average' | 'first'
}

export type Metric = Counted | Distributed | GaugeMetric

const UNANSWERED = '-1: the database did not answer.'

/**
 * The metrics of a node, except those of Node.js and the process. Labels contain no ids and no names of merchants, so that there are few
 * time series.
 */
export const nodeMetrics = {
  build: {
    type: 'gauge',
    aggregator: 'first',
    name: 'purser_build_info',
    help: 'Always 1. The label is the version of this node.',
    labelNames: ['version'],
  },
  processes: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_processes',
    help: 'Processes that serve: 1, or up to as many as PURSER_PROCESSES says.',
  },
  restarts: {
    type: 'counter',
    name: 'purser_process_restarts_total',
    help: 'How often a process of PURSER_PROCESSES ended by itself and was started again. With one process: always 0.',
  },
  requests: {
    type: 'histogram',
    name: 'purser_http_request_duration_seconds',
    help: 'Time to answer a request, by operation.',
    labelNames: ['operation'],
    buckets: SECONDS,
  },
  replies: {
    type: 'counter',
    name: 'purser_http_replies_total',
    help: 'Replies by operation and status.',
    labelNames: ['operation', 'status'],
  },
  refusals: {
    type: 'counter',
    name: 'purser_http_refusals_total',
    help: 'Replies with 503, by operation and reason, and replies with 500, with the reason `internal_error`. A request may have been stored only if its reason is `fate_unknown`.',
    labelNames: ['operation', 'reason'],
  },
  decisions: {
    type: 'counter',
    name: 'purser_authorizations_total',
    help: 'Committed decisions about purchases.',
    labelNames: ['decision'],
  },
  declines: {
    type: 'counter',
    name: 'purser_authorization_declines_total',
    help: 'Committed declines of purchases, by their first reason.',
    labelNames: ['reason'],
  },
  batchSizes: {
    type: 'histogram',
    name: 'purser_authorization_batch_size',
    help: 'Commands in one transaction of the authorization engine.',
    buckets: BATCH_SIZES,
  },
  batchTimes: {
    type: 'histogram',
    name: 'purser_authorization_batch_duration_seconds',
    help: 'Time from the start of a transaction of the authorization engine to its commit.',
    buckets: SECONDS,
  },
  queueLength: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_authorization_queue_length',
    help: 'Commands that were waiting when the authorization engine took its last batch.',
  },
  blocked: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_authorization_customers_blocked',
    help: 'Customers whose authorizations are refused because another transaction has locked them.',
  },
  attempts: {
    type: 'counter',
    name: 'purser_webhook_attempts_total',
    help: 'Webhook attempts by outcome.',
    labelNames: ['outcome'],
  },
  outboxPending: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_outbox_pending',
    help:
      'Deliveries to webhooks and people that are due, including those in flight. At most 1,000 for each receiver and 10,000 in total are counted. ' +
      'All nodes of a database report the same number. With distributed tables, each node counts its own buckets. -1: the database did not answer.',
  },
  outboxOldest: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_outbox_oldest_seconds',
    help: 'How long the oldest delivery in purser_outbox_pending has been due. -1: the database did not answer.',
  },
  webhooks: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_webhooks',
    help:
      'Webhooks of all accounts, by state: active, failing (active, and nothing was delivered since the last failure) or disabled. ' +
      `The first 5,000 are counted, and at most 1,000 that fail. All nodes of a database report the same numbers. ${UNANSWERED}`,
    labelNames: ['state'],
  },
  notifications: {
    type: 'counter',
    name: 'purser_notification_attempts_total',
    help: 'Attempts to send a notification by mail, a message in Slack, or a mail with an invitation or a link for a new password, by outcome.',
    labelNames: ['to', 'outcome'],
  },
  approvalsWaiting: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_approvals_waiting',
    help:
      'Intents and change requests of all accounts that wait for a person. At most 1,000 of each are counted. All nodes of a database report ' +
      `the same numbers. With distributed tables, each node counts its own buckets. ${UNANSWERED}`,
    labelNames: ['kind'],
  },
  approvalsOldest: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_approvals_oldest_seconds',
    help: `How long the oldest of the counted intents or change requests has waited for a person. ${UNANSWERED}`,
    labelNames: ['kind'],
  },
  databaseUp: {
    type: 'gauge',
    aggregator: 'min',
    name: 'purser_database_up',
    help: '1: the database answers this node. 0: it does not.',
  },
  databaseWritable: {
    type: 'gauge',
    aggregator: 'min',
    name: 'purser_database_writable',
    help: '1: the database accepts writes. 0: it does not answer, it is a standby, or it is set to read-only.',
  },
  connections: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_database_connections',
    help: "This node's connections to the database, by pool (requests that read, transactions, the authorization engine) and state.",
    labelNames: ['pool', 'state'],
  },
  connectionsMost: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_database_connections_max',
    help: 'The most connections that a pool of this node opens.',
    labelNames: ['pool'],
  },
  connectionsWaiting: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_database_connections_waiting',
    help: 'Requests and tasks that wait for a connection of a pool.',
    labelNames: ['pool'],
  },
  clockDifference: {
    type: 'gauge',
    aggregator: 'average',
    name: 'purser_clock_difference_seconds',
    help: "How far this machine's clock is ahead of the database's. Below 0: how far it is behind. 0: the difference is less than the time that the comparison took.",
  },
  sweepAge: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_sweep_age_seconds',
    help: 'Time since the last sweep of this node in which no task failed, or since the start where there was none. A node sweeps each second.',
  },
  verifyAge: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_verify_age_seconds',
    help: 'Time since the last `purser verify` over all customers ended. -1: there was none, or the database did not answer.',
  },
  verifyDifferences: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_verify_differences',
    help: 'Differences that the last `purser verify` over all customers found. -1: there was none, or the database did not answer.',
  },
  auditUnsigned: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_audit_heads_unsigned',
    help: 'Accounts whose audit trail this node refuses to sign, because somebody other than Purser has written to it: see `purser verify`.',
  },
  eventStreams: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_event_streams_open',
    help: 'Streams of events (`GET /events/stream`) that are open on this node.',
  },
  mcpCalls: {
    type: 'gauge',
    aggregator: 'sum',
    name: 'purser_mcp_calls_open',
    help: 'Requests to the MCP server of this node that are not answered to the end.',
  },
  issuerRefusals: {
    type: 'counter',
    name: 'purser_issuer_refused_total',
    help: 'Messages of issuers that had no effect, by reason: not signed, from the other mode (test or live), unreadable, about an unknown card, or about a second card for the same Purser card.',
    labelNames: ['reason'],
  },
  issuerDifferences: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_issuer_differences',
    help: 'Differences between the records of Purser and of its issuers that the last nightly comparison found: see `purser reconcile`. -1: not compared yet.',
  },
  lastBackup: {
    type: 'gauge',
    aggregator: 'max',
    name: 'purser_backup_last_success_timestamp_seconds',
    help: 'When the last complete backup by `purser backup create` began, in Unix seconds. All nodes of a database report the same. 0: there was none. -1: the database did not answer.',
  },
} as const satisfies Record<string, Metric>
