import type { PolicySummary } from '../../contract/policy.ts'

/** A warning about a policy: a contradiction that is accepted but should be seen (contract, section 5). */
export type PolicyWarning = PolicySummary['warnings'][number]
