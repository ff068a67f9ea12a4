import type { Approval } from '@purser/client'
import { ApprovalBudget } from './approval-budget.tsx'
import { EarlierPurchases } from './earlier-purchases.tsx'

/** The facts beside a purchase that help to decide about it: the budget that it is from, and what was bought before. */
export const BesideApproval = ({ approval }: { approval: Approval }) => (
  <div className="grid items-start gap-4 @2xl:grid-cols-2">
    <ApprovalBudget approval={approval} />
    <EarlierPurchases approval={approval} />
  </div>
)
