const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  /** One sentence, for whoever reads `GET /metrics` or the reference. */
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly buckets?: readonly number[]
}

/** What a node counts and measures of its own, beside its process. No ids and no names of merchants: labels stay few. */
export const metrics = {
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
    help: 'Replies 503 by operation and the reason that they tell, and replies 500 with the reason `internal_error`. Of them only `fate_unknown` may have been stored.',
    labelNames: ['operation', 'reason'],
  },
  decisions: {
    type: 'counter',
    name: 'purser_authorizations_total',
    help: 'Committed decisions of the network door.',
    labelNames: ['decision'],
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
    help: 'Time from the start of such a transaction to its commit.',
    buckets: SECONDS,
  },
  queueLength: {
    type: 'gauge',
    name: 'purser_authorization_queue_length',
    help: 'Commands that waited when the last batch was taken.',
  },
  blocked: {
    type: 'gauge',
    name: 'purser_authorization_customers_blocked',
    help: 'Customers whose authorizations are refused, because another transaction keeps them locked.',
  },
  attempts: {
    type: 'counter',
    name: 'purser_webhook_attempts_total',
    help: 'Webhook attempts by outcome.',
    labelNames: ['outcome'],
  },
  outboxPending: {
    type: 'gauge',
    name: 'purser_outbox_pending',
    help:
      'Deliveries to webhooks and people that are due, those in flight included; at most 1,000 of each receiver and 10,000 in all are counted. ' +
      'All nodes of a database say the same; where tables are distributed each counts its own buckets. -1: the database did not answer.',
  },
  outboxOldest: {
    type: 'gauge',
    name: 'purser_outbox_oldest_seconds',
    help: 'How long the oldest of these deliveries has been due. -1: the database did not answer.',
  },
  notifications: {
    type: 'counter',
    name: 'purser_notification_attempts_total',
    help: 'Attempts to send a mail, a message in Slack or a letter with a link, by outcome.',
    labelNames: ['to', 'outcome'],
  },
  clockDifference: {
    type: 'gauge',
    name: 'purser_clock_difference_seconds',
    help: "How far this machine's clock is ahead of the database's; below 0: behind. 0 within the time that the question took.",
  },
  auditUnsigned: {
    type: 'gauge',
    name: 'purser_audit_heads_unsigned',
    help: 'Accounts whose end of the audit trail this node does not sign, because somebody else has written to it: see `purser verify`.',
  },
  issuerRefusals: {
    type: 'counter',
    name: 'purser_issuer_refused_total',
    help: 'Messages of issuers that had no effect: not signed, of the other mode, unreadable, about an unknown card or a second one of a card.',
    labelNames: ['reason'],
  },
  issuerDifferences: {
    type: 'gauge',
    name: 'purser_issuer_differences',
    help: 'Differences to what issuers have, as of the last night: see `purser reconcile`. -1: not compared yet.',
  },
} as const satisfies Record<string, Metric>
