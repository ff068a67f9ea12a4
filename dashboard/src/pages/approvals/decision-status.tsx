import { Status } from '../../ui/badge.tsx'

/** The status of a decision. The API's `rejected` is shown as declined. */
export const DecisionStatus = ({ of }: { of: string }) => <Status of={of === 'rejected' ? 'declined' : of} />
