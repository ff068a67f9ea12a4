import type { GrafanaRow, GrafanaPanel, GrafanaPanelQuery, GrafanaUnit } from './panel.ts'

type Drawn = Omit<GrafanaPanel, 'kind' | 'unit' | 'title'>
const line = (expr: string, legend: string): GrafanaPanelQuery => ({ expr, legend })
const drawn =
  (kind: GrafanaPanel['kind']) =>
  (title: string, unit: GrafanaUnit, panel: Drawn): GrafanaPanel => ({ title, unit, kind, ...panel })
const stat = drawn('stat')
const graph = drawn('timeseries')

const rate = (metric: string, selected = '') => `rate(${metric}{$node${selected}}[$__rate_interval])`
const quantile = (share: number, metric: string, by = 'le', selected = '') =>
  `histogram_quantile(${share}, sum by (${by}) (${rate(`${metric}_bucket`, selected)}))`

const TIMES = [
  [0.5, 'half of them'],
  [0.95, '95 of 100'],
  [0.99, '99 of 100'],
] as const
const quantiles = (metric: string, selected = '') =>
  TIMES.map(([share, legend]) => line(quantile(share, metric, 'le', selected), legend))

const AUTHORIZATIONS = ', operation="createAuthorization"'

const glance: GrafanaRow = {
  title: 'At a glance',
  panels: [
    stat('Nodes', 'short', {
      description: 'Nodes that report metrics, by version. Two versions: an upgrade is under way.',
      queries: [line('count by (version) (purser_build_info{$node})', '{{version}}')],
    }),
    stat('Database', 'short', {
      description: '1: the database answers every node, and accepts writes. 0: it does not, for at least one.',
      queries: [
        line('min(purser_database_up{$node})', 'answers'),
        line('min(purser_database_writable{$node})', 'accepts writes'),
      ],
    }),
    stat('Purchases a second', 'reqps', {
      description: 'Decisions about purchases, approved or declined.',
      queries: [line(`sum(${rate('purser_authorizations_total')})`, '')],
    }),
    stat('Refused requests', 'percentunit', {
      description: 'The share of requests that were answered 503. More than 2 % raises an alert.',
      queries: [
        line(
          `(sum(${rate('purser_http_replies_total', ', status="503"')}) or vector(0)) / sum(${rate('purser_http_replies_total')})`,
          '',
        ),
      ],
    }),
    stat('99 of 100 authorizations within', 's', {
      description: 'How long the slowest of a hundred authorizations takes. The goal is half a second.',
      queries: [line(quantile(0.99, 'purser_http_request_duration_seconds', 'le', AUTHORIZATIONS), '')],
    }),
    stat('Oldest approval', 's', {
      description: 'How long the oldest intent or change request has waited for a person.',
      queries: [line('max by (kind) (purser_approvals_oldest_seconds{$node})', '{{kind}}')],
    }),
  ],
}

const purchases: GrafanaRow = {
  title: 'Purchases',
  panels: [
    graph('Decisions', 'reqps', {
      description: 'Committed decisions about purchases and increments, each second.',
      queries: [line(`sum by (decision) (${rate('purser_authorizations_total')})`, '{{decision}}')],
    }),
    graph('Declines by reason', 'reqps', {
      description: 'The first reason of each decline.',
      queries: [line(`sum by (reason) (${rate('purser_authorization_declines_total')}) > 0`, '{{reason}}')],
    }),
    graph('Time of an authorization', 's', {
      description: 'From the arrival of the request to its answer.',
      queries: quantiles('purser_http_request_duration_seconds', AUTHORIZATIONS),
    }),
    graph('Time of a batch', 's', {
      description:
        'From the start of a transaction of the engine to its commit: nearly all of it is the time of the database.',
      queries: quantiles('purser_authorization_batch_duration_seconds'),
    }),
    graph('Commands in a batch', 'short', {
      description: 'How many commands the engine decides in one transaction. It grows with the load.',
      queries: [
        line(
          `sum(${rate('purser_authorization_batch_size_sum')}) / sum(${rate('purser_authorization_batch_size_count')})`,
          'mean',
        ),
      ],
    }),
    graph('Queue of the engine', 'short', {
      description:
        'Commands that wait for a batch. At 1,024 purchases are refused. Blocked customers: another transaction has locked them.',
      queries: [
        line('purser_authorization_queue_length{$node}', '{{instance}} waiting'),
        line('purser_authorization_customers_blocked{$node}', '{{instance}} blocked customers'),
      ],
    }),
  ],
}

const requests: GrafanaRow = {
  title: 'Requests',
  panels: [
    graph('Requests by operation', 'reqps', {
      description: 'The ten operations with the most requests.',
      queries: [line(`topk(10, sum by (operation) (${rate('purser_http_replies_total')}))`, '{{operation}}')],
    }),
    graph('Refusals by reason', 'reqps', {
      description: 'Replies 503 by reason, and replies 500 (internal_error).',
      queries: [line(`sum by (reason) (${rate('purser_http_refusals_total')}) > 0`, '{{reason}}')],
    }),
    graph('Slowest operations', 's', {
      description: 'The time within which 99 of 100 requests of an operation are answered: the ten slowest.',
      queries: [
        line(`topk(10, ${quantile(0.99, 'purser_http_request_duration_seconds', 'le, operation')})`, '{{operation}}'),
      ],
    }),
    graph('Replies by status', 'reqps', {
      description: 'All replies by their HTTP status.',
      queries: [line(`sum by (status) (${rate('purser_http_replies_total')})`, '{{status}}')],
    }),
    graph('Open streams and calls', 'short', {
      description: 'Streams of events, and requests of agents to the MCP server, that are open now.',
      queries: [
        line('sum(purser_event_streams_open{$node})', 'streams of events'),
        line('sum(purser_mcp_calls_open{$node})', 'MCP calls'),
      ],
    }),
    graph('Messages of issuers without effect', 'reqps', {
      description: 'Messages to the endpoints of issuers that were refused or ignored, by reason.',
      queries: [line(`sum by (reason) (${rate('purser_issuer_refused_total')})`, '{{reason}}')],
    }),
  ],
}

const database: GrafanaRow = {
  title: 'Database',
  panels: [
    graph('Connections in use', 'percentunit', {
      description: 'The share of a pool that is in use. Near 1, callers wait.',
      queries: [
        line(
          'sum by (instance, pool) (purser_database_connections{$node, state="used"}) / sum by (instance, pool) (purser_database_connections_max{$node})',
          '{{instance}} {{pool}}',
        ),
      ],
    }),
    graph('Callers that wait for a connection', 'short', {
      description: 'Above 0 for long: statements are slow, wait for locks, or are too many for the pool.',
      queries: [line('purser_database_connections_waiting{$node}', '{{instance}} {{pool}}')],
    }),
    graph('Clock difference', 's', {
      description:
        "How far a node's clock is from the database's, in either direction. Beyond five seconds the node refuses to decide.",
      queries: [line('abs(purser_clock_difference_seconds{$node})', '{{instance}}')],
    }),
  ],
}

const deliveries: GrafanaRow = {
  title: 'Webhooks and messages',
  panels: [
    graph('Deliveries that are due', 'short', {
      description:
        'Webhooks and messages to people that should have been sent by now. -1: the database did not answer.',
      queries: [line('max(purser_outbox_pending{$node})', 'due')],
    }),
    graph('Oldest delivery that is due', 's', {
      description: 'More than five minutes raise an alert.',
      queries: [line('max(purser_outbox_oldest_seconds{$node})', 'oldest')],
    }),
    graph('Attempts', 'reqps', {
      description: 'Attempts to deliver to webhooks, and to people by mail and in Slack.',
      queries: [
        line(`sum by (outcome) (${rate('purser_webhook_attempts_total')})`, 'webhooks {{outcome}}'),
        line(`sum by (to, outcome) (${rate('purser_notification_attempts_total')})`, '{{to}} {{outcome}}'),
      ],
    }),
    graph('Webhooks by state', 'short', {
      description: 'Failing: the last attempts failed. After days of failures Purser disables the webhook.',
      queries: [line('max by (state) (purser_webhooks{$node})', '{{state}}')],
    }),
    graph('Pending approvals', 'short', {
      description: 'Intents and change requests that wait for a person.',
      queries: [line('max by (kind) (purser_approvals_waiting{$node})', '{{kind}}')],
    }),
  ],
}

const books: GrafanaRow = {
  title: 'Books and background work',
  panels: [
    graph('Last sweep', 's', {
      description: 'Time since the last sweep of a node without a failure. A node sweeps each second.',
      queries: [line('purser_sweep_age_seconds{$node}', '{{instance}}')],
    }),
    graph('Last run of purser verify', 's', {
      description: 'Time since the last run over all customers ended. -1: it never ran.',
      queries: [line('max(purser_verify_age_seconds{$node})', 'age')],
    }),
    graph('What is wrong with the books', 'short', {
      description: 'All of these should be 0. -1: not compared yet.',
      queries: [
        line('max(purser_verify_differences{$node})', 'differences of purser verify'),
        line('max(purser_issuer_differences{$node})', 'differences from issuers'),
        line('max(purser_audit_heads_unsigned{$node})', 'audit trails that are not signed'),
      ],
    }),
  ],
}

const processes: GrafanaRow = {
  title: 'Processes',
  panels: [
    graph('Processor', 'percentunit', {
      description: 'The share of one processor that a node uses. Its thread is at its limit near 100 %.',
      queries: [line(rate('process_cpu_seconds_total'), '{{instance}}')],
    }),
    graph('Memory', 'bytes', {
      description: 'Resident memory of each node.',
      queries: [line('process_resident_memory_bytes{$node}', '{{instance}}')],
    }),
    graph('Wait of the event loop', 's', {
      description: 'How long work waits for its turn in the process.',
      queries: [line('nodejs_eventloop_lag_p99_seconds{$node}', '{{instance}}')],
    }),
  ],
}

export const grafanaRows: readonly GrafanaRow[] = [glance, purchases, requests, database, deliveries, books, processes]
