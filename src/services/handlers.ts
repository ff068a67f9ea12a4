import { accessHandlers } from './access.ts'
import { accountHandlers } from './account.ts'
import { accountStopHandlers } from './account-stop.ts'
import { notificationHandlers } from './notifications.ts'
import { passwordHandlers } from './people/change-password.ts'
import { passwordResetHandlers } from './people/password-resets.ts'
import { agentHandlers } from './agents.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { approvalProofHandlers } from './approval-proofs.ts'
import { approvalHandlers } from './approvals.ts'
import { auditHandlers } from './audit.ts'
import { backtestHandlers } from './backtest.ts'
import { budgetHandlers } from './budgets.ts'
import { cardHandlers } from './cards.ts'
import { changeRequestHandlers } from './change-requests.ts'
import { customerHandlers } from './customers.ts'
import { evaluationHandlers } from './evaluate.ts'
import { eventHandlers } from './events.ts'
import { exposureHandlers } from './exposure.ts'
import { fillerHandlers } from './fillers.ts'
import { intentHandlers } from './intents.ts'
import { merchantHandlers } from './merchants.ts'
import { networkFactHandlers } from './network-facts.ts'
import { networkHandlers } from './network.ts'
import { invitationHandlers } from './people/invitations.ts'
import { passkeySessionHandlers } from './people/passkey-sessions.ts'
import { passkeyHandlers } from './people/passkeys.ts'
import { peopleHandlers } from './people/people.ts'
import { sessionHandlers } from './people/sessions.ts'
import { policySummaryHandlers } from './policy-summary.ts'
import { receiptHandlers } from './receipts.ts'
import { shadowHandlers } from './shadows.ts'
import { statsHandlers } from './stats.ts'
import { testClockHandlers } from './test-clock.ts'
import { transactionHandlers } from './transactions.ts'
import { webhookHandlers } from './webhooks.ts'
import type { Handlers } from './request/handler.ts'

/** What runs each operation. One without an entry does not compile. */
export const handlers: Handlers = {
  ...customerHandlers,
  ...agentHandlers,
  ...cardHandlers,
  ...policySummaryHandlers,
  ...shadowHandlers,
  ...budgetHandlers,
  ...exposureHandlers,
  ...accessHandlers,
  ...fillerHandlers,
  ...intentHandlers,
  ...approvalHandlers,
  ...approvalProofHandlers,
  ...changeRequestHandlers,
  ...evaluationHandlers,
  ...backtestHandlers,
  ...merchantHandlers,
  ...networkHandlers,
  ...networkFactHandlers,
  ...transactionHandlers,
  ...receiptHandlers,
  ...statsHandlers,
  ...eventHandlers,
  ...webhookHandlers,
  ...apiKeyHandlers,
  ...peopleHandlers,
  ...invitationHandlers,
  ...sessionHandlers,
  ...passkeyHandlers,
  ...passkeySessionHandlers,
  ...accountHandlers,
  ...accountStopHandlers,
  ...notificationHandlers,
  ...passwordHandlers,
  ...passwordResetHandlers,
  ...auditHandlers,
  ...testClockHandlers,
}
