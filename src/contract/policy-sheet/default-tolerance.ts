/** The tolerance of a policy that names none, in percent of the expected amount. It stands alone for pages that need nothing else. */
export const DEFAULT_TOLERANCE_PERCENT = 10
