import { Status } from '../../ui/badge.tsx'

/** What was decided. The API calls `rejected` what a person has declined. */
export const DecisionStatus = ({ of }: { of: string }) => <Status of={of === 'rejected' ? 'declined' : of} />
