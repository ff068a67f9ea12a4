import type { WaitingRequest } from '../../../api/approvals/waiting.ts'

/** Sorts inbox requests by the time when they expire, the next one first. */
export const sortBySoonestExpiry = (rows: readonly WaitingRequest[]): WaitingRequest[] =>
  rows.toSorted((one, other) => endOf(one) - endOf(other))

const endOf = (row: WaitingRequest): number =>
  row.kind === 'challenge'
    ? Date.parse(row.challenge.expiresAt)
    : row.kind === 'change'
      ? Date.parse(row.request.expiresAt)
      : row.kind === 'subscription'
        ? Date.parse(row.subscription.expiresAt ?? row.at)
        : Date.parse(row.approval.expiresAt)
