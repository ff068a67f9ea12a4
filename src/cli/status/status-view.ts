import { isNodeSilent } from '../../app/diagnosis/findings/node-findings.ts'
import type { PurserState } from '../../app/diagnosis/purser-state.ts'
import { packageVersion } from '../../app/version.ts'
import { nullableTimestampColumn, timestampColumn } from '../../lib/clock.ts'

/** The picture as `purser status --json` prints it. What could not be read is null, and is listed in `notRead`. */
export function purserStatusView(picture: PurserState): object {
  const { at, clock, server, disk, migrations, webhooks, issuers, verified, backedUpAt, testClock } = picture
  return {
    version: packageVersion,
    at: timestampColumn(at),
    testClock: nullableTimestampColumn(testClock),
    database: server && {
      version: server.version,
      bytes: server.bytes,
      isEncrypted: server.isEncrypted,
      openConnections: server.usedConnections,
      mostConnections: server.mostConnections,
      preparedTransactions: server.prepared.length,
    },
    disk: disk && { path: disk.path, freeBytes: disk.free, bytes: disk.size },
    migrations,
    clockDifferenceMs: clock && Math.round(clock.differenceMs),
    nodes: nodesOf(picture),
    deliveries: webhooks && { due: webhooks.pending, oldestDueAt: nullableTimestampColumn(webhooks.oldestDueAt) },
    failingWebhooks:
      webhooks && webhooks.failing.map((webhook) => ({ ...webhook, since: timestampColumn(webhook.since) })),
    issuerCalls: issuers && issuers.map((own) => ({ ...own, failingSince: nullableTimestampColumn(own.failingSince) })),
    oldest: oldestOf(picture),
    lastVerify: verified
      ? { endedAt: timestampColumn(verified.ended_at), version: verified.version, ...verified.result }
      : null,
    lastBackupAt: nullableTimestampColumn(backedUpAt ?? null),
    notRead: picture.unread,
  }
}

const nodesOf = ({ at, nodes }: PurserState) =>
  nodes &&
  nodes.map((node) => ({
    id: node.node,
    version: node.version,
    host: node.host,
    processId: node.process_id,
    issuers: node.issuers,
    unsafeSettings: node.unsafe_settings,
    connections: node.connections,
    clockDifferenceMs: node.clock_difference_ms,
    startedAt: timestampColumn(node.started_at),
    seenAt: timestampColumn(node.seen_at),
    isSilent: isNodeSilent(node, at),
  }))

const oldestOf = ({ oldest }: PurserState) =>
  oldest && {
    hold: oldest.hold && {
      ...oldest.hold,
      createdAt: timestampColumn(oldest.hold.createdAt),
      expiresAt: timestampColumn(oldest.hold.expiresAt),
    },
    intent: oldest.intent && {
      ...oldest.intent,
      createdAt: timestampColumn(oldest.intent.createdAt),
      expiresAt: timestampColumn(oldest.intent.expiresAt),
    },
    approval: oldest.approval && { ...oldest.approval, createdAt: timestampColumn(oldest.approval.createdAt) },
  }
