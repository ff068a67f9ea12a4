import { StatusBadge } from '../../ui/badge.tsx'

/** The status of a decision. The API's `rejected` is shown as declined. */
export const DecisionStatus = ({ of }: { of: string }) => <StatusBadge of={of === 'rejected' ? 'declined' : of} />
