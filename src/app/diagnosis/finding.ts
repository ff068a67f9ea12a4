/**
 * The severity of a finding. `error`: something does not work, or is about to be lost. `warning`: it works now, and somebody should do
 * something. `note`: worth knowing, and no reason to act.
 */
export type DoctorFindingSeverity = 'error' | 'warning' | 'note'

/** Something that `purser doctor` has noticed. */
export interface DoctorFinding {
  readonly severity: DoctorFindingSeverity
  /** The name of this kind of finding, for scripts: `migrations_pending`. */
  readonly code: string
  /** A sentence or two that describe the finding, with the numbers. */
  readonly says: string
  /** A sentence that says how to resolve the finding. */
  readonly todo: string
}
