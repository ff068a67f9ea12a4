import { cardNumberAccessHandlers } from './numbers/access.ts'
import { accountHandlers } from './accounts/account.ts'
import { accountStopHandlers } from './accounts/account-stop.ts'
import { notificationHandlers } from './events/notifications.ts'
import { passwordHandlers } from './people/change-password.ts'
import { passwordResetHandlers } from './people/password-resets.ts'
import { checkoutObstacleHandlers } from './intents/agent-obstacles.ts'
import { agentHandlers } from './agents/agents.ts'
import { apiKeyHandlers } from './accounts/api-keys.ts'
import { webhookHealthHandlers } from './events/webhook-health.ts'
import { apiKeyRequestHandlers } from './accounts/key-requests.ts'
import { approvalProofHandlers } from './intents/approval-proofs.ts'
import { approvalHandlers } from './intents/approvals.ts'
import { auditHandlers } from './accounts/audit.ts'
import { backtestHandlers } from './insight/backtest.ts'
import { budgetHandlers } from './customers/budgets.ts'
import { cardHandlers } from './cards/cards.ts'
import { challengeHandlers } from './challenges/challenges.ts'
import { changeRequestHandlers } from './change-requests/change-requests.ts'
import { customerHandlers } from './customers/customers.ts'
import { subscriptionHandlers } from './subscriptions/subscriptions.ts'
import { evaluationHandlers } from './network/evaluate.ts'
import { eventHandlers } from './events/events.ts'
import { exposureHandlers } from './insight/exposure.ts'
import { documentHandlers } from './transactions/documents/documents.ts'
import { fillerHandlers } from './numbers/fillers.ts'
import { intentHandlers } from './intents/intents.ts'
import { issuerConnectionHandlers } from './issuers/issuer-connections.ts'
import { merchantHandlers } from './insight/merchants.ts'
import { networkFactHandlers } from './network/network-facts.ts'
import { networkHandlers } from './network/network.ts'
import { invitationHandlers } from './people/invitations.ts'
import { ownProviderHandlers } from './people/provider/own-provider.ts'
import { passkeySessionHandlers } from './people/passkey-sessions.ts'
import { passkeyHandlers } from './people/passkeys.ts'
import { peopleHandlers } from './people/people.ts'
import { providerSessionHandlers } from './people/provider/provider-sessions.ts'
import { sessionHandlers } from './people/sessions.ts'
import { policySummaryHandlers } from './customers/policy-summary.ts'
import { postingHandlers } from './insight/postings.ts'
import { receiptHandlers } from './transactions/receipts.ts'
import { shadowHandlers } from './customers/shadows.ts'
import { budgetStatsHandlers } from './insight/budget-stats.ts'
import { statusCountHandlers } from './insight/status-counts.ts'
import { statsHandlers } from './insight/stats.ts'
import { testClockHandlers } from './accounts/test-clock.ts'
import { transactionHandlers } from './transactions/transactions.ts'
import { webhookHandlers } from './events/webhooks.ts'
import type { OperationHandlers } from './request/handler.ts'

/** The handlers of all operations. Where a handler is missing, the code does not compile. */
export const operationHandlers: OperationHandlers = {
  ...customerHandlers,
  ...agentHandlers,
  ...cardHandlers,
  ...policySummaryHandlers,
  ...shadowHandlers,
  ...budgetHandlers,
  ...exposureHandlers,
  ...cardNumberAccessHandlers,
  ...documentHandlers,
  ...fillerHandlers,
  ...intentHandlers,
  ...checkoutObstacleHandlers,
  ...approvalHandlers,
  ...approvalProofHandlers,
  ...changeRequestHandlers,
  ...challengeHandlers,
  ...subscriptionHandlers,
  ...evaluationHandlers,
  ...backtestHandlers,
  ...merchantHandlers,
  ...networkHandlers,
  ...ownProviderHandlers,
  ...providerSessionHandlers,
  ...networkFactHandlers,
  ...transactionHandlers,
  ...postingHandlers,
  ...receiptHandlers,
  ...budgetStatsHandlers,
  ...statusCountHandlers,
  ...statsHandlers,
  ...eventHandlers,
  ...webhookHandlers,
  ...apiKeyHandlers,
  ...apiKeyRequestHandlers,
  ...webhookHealthHandlers,
  ...peopleHandlers,
  ...invitationHandlers,
  ...sessionHandlers,
  ...passkeyHandlers,
  ...passkeySessionHandlers,
  ...accountHandlers,
  ...issuerConnectionHandlers,
  ...accountStopHandlers,
  ...notificationHandlers,
  ...passwordHandlers,
  ...passwordResetHandlers,
  ...auditHandlers,
  ...testClockHandlers,
}
