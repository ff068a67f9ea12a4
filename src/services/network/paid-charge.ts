import type { ListedTransaction } from '../../store/transactions/transactions.ts'

/** Whether a charge has paid a purchase, and has not been given back completely. */
export const isChargePaid = ({ decision, status, settled_amount, refunded_amount }: ListedTransaction): boolean =>
  decision === 'approve' &&
  (status === 'pending' || (status === 'settled' && refunded_amount < Math.max(settled_amount, 1)))
