import { getAccessEvent, listCardAccessEvents, requestCardAccess } from './access.ts'
import { getApproval, listApprovals } from './approvals.ts'
import { getCardDetails } from './card-details.ts'
import { anew, engine, read, write } from './handler.ts'
import { approveIntent, cancelIntent, createIntent, rejectIntent } from './intent-commands.ts'
import { getIntent, listCardIntents, listIntents } from './intents.ts'

/** What is declared before a spend, who approves it, and who sees the card number. */
export const intentHandlers = {
  createIntent: engine(createIntent),
  listCardIntents: read(listCardIntents),
  listIntents: read(listIntents),
  getIntent: read(getIntent),
  approveIntent: engine(approveIntent),
  rejectIntent: engine(rejectIntent),
  cancelIntent: engine(cancelIntent),
  listApprovals: read(listApprovals),
  getApproval: read(getApproval),

  getCardDetails: anew(getCardDetails),
  requestCardAccess: write(requestCardAccess),
  listCardAccessEvents: read(listCardAccessEvents),
  getAccessEvent: read(getAccessEvent),
}
