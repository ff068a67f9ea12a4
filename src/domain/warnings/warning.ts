import type { PolicySummary } from '../../contract/policy.ts'

/** A warning about a policy: a contradiction that is accepted, but that somebody should see (contract, section 5). */
export type PolicyWarning = PolicySummary['warnings'][number]
