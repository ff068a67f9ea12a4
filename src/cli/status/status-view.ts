import { isNodeSilent } from '../../app/diagnosis/findings/node-findings.ts'
import type { PurserState } from '../../app/diagnosis/purser-state.ts'
import { packageVersion } from '../../app/version.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'

/** The picture as `purser status --json` prints it. What could not be read is null, and is listed in `notRead`. */
export function purserStatusView(picture: PurserState): object {
  const { at, clock, server, disk, migrations, webhooks, issuers, verified, backedUpAt, testClock } = picture
  return {
    version: packageVersion,
    at: isoTimestamp(at),
    testClock: nullableIsoTimestamp(testClock),
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
    deliveries: webhooks && { due: webhooks.pending, oldestDueAt: nullableIsoTimestamp(webhooks.oldestDueAt) },
    failingWebhooks:
      webhooks && webhooks.failing.map((webhook) => ({ ...webhook, since: isoTimestamp(webhook.since) })),
    issuerCalls: issuers && issuers.map((own) => ({ ...own, failingSince: nullableIsoTimestamp(own.failingSince) })),
    oldest: oldestOf(picture),
    lastVerify: verified
      ? { endedAt: isoTimestamp(verified.ended_at), version: verified.version, ...verified.result }
      : null,
    lastBackupAt: nullableIsoTimestamp(backedUpAt ?? null),
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
    startedAt: isoTimestamp(node.started_at),
    seenAt: isoTimestamp(node.seen_at),
    isSilent: isNodeSilent(node, at),
  }))

const oldestOf = ({ oldest }: PurserState) =>
  oldest && {
    hold: oldest.hold && {
      ...oldest.hold,
      createdAt: isoTimestamp(oldest.hold.createdAt),
      expiresAt: isoTimestamp(oldest.hold.expiresAt),
    },
    intent: oldest.intent && {
      ...oldest.intent,
      createdAt: isoTimestamp(oldest.intent.createdAt),
      expiresAt: isoTimestamp(oldest.intent.expiresAt),
    },
    approval: oldest.approval && { ...oldest.approval, createdAt: isoTimestamp(oldest.approval.createdAt) },
  }
