import { getAccessEvent, listCardAccessEvents, requestCardAccess } from './access.ts'
import { approveIntent, cancelIntent, getApproval, listApprovals, rejectIntent } from './approvals.ts'
import { getCardDetails } from './card-details.ts'
import { anew, read, write } from './handler.ts'
import { createIntent } from './intent-declaration.ts'
import { getIntent, listCardIntents, listIntents } from './intents.ts'

/** What is declared before a spend, who approves it, and who sees the card number. */
export const intentHandlers = {
  createIntent: write(createIntent),
  listCardIntents: read(listCardIntents),
  listIntents: read(listIntents),
  getIntent: read(getIntent),
  approveIntent: write(approveIntent),
  rejectIntent: write(rejectIntent),
  cancelIntent: write(cancelIntent),
  listApprovals: read(listApprovals),
  getApproval: read(getApproval),

  getCardDetails: anew(getCardDetails),
  requestCardAccess: write(requestCardAccess),
  listCardAccessEvents: read(listCardAccessEvents),
  getAccessEvent: read(getAccessEvent),
}
