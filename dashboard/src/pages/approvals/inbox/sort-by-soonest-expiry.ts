import type { WaitingInboxRequest } from '../../../api/approvals/waiting.ts'

/** Sorts inbox requests by the time when they expire, the next one first. */
export const sortInboxRequestsByExpiry = (rows: readonly WaitingInboxRequest[]): WaitingInboxRequest[] =>
  rows.toSorted((one, other) => endOf(one) - endOf(other))

const endOf = (row: WaitingInboxRequest): number =>
  row.kind === 'challenge'
    ? Date.parse(row.challenge.expiresAt)
    : row.kind === 'change'
      ? Date.parse(row.request.expiresAt)
      : row.kind === 'subscription'
        ? Date.parse(row.subscription.expiresAt ?? row.at)
        : Date.parse(row.approval.expiresAt)
