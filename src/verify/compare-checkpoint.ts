import { emptyLevelSpend } from '../domain/spend/spend-windows.ts'
import type { LedgerCheckpoint } from '../store/history/ledger-rows.ts'
import type { CustomerReplay } from './customer-replay.ts'
import { compareReplayedMembers, type ReportReplayDifference } from './replay-difference.ts'

/** Checks that a checkpoint of spend equals the journal replayed up to the checkpoint's entry: later decisions start from it. */
export function compareCheckpoint(
  report: ReportReplayDifference,
  replay: CustomerReplay,
  checkpoint: LedgerCheckpoint,
): void {
  const { subject_id: subject, sequence, spend, ...stored } = checkpoint
  const about = { sequence, subject }
  const { account_id, head } = replay
  const replayed = {
    account_id,
    sequence: head.sequence,
    entry_id: head.id,
    at: head.at,
    entries: replay.entriesOf(subject),
  }
  compareReplayedMembers(report, about, { stored: { ...stored, sequence }, replayed, members: Object.keys(replayed) })
  const should = replay.spend.get(subject) ?? emptyLevelSpend
  compareReplayedMembers(report, about, { stored: spend, replayed: should, members: Object.keys(emptyLevelSpend) })
}
