import { conflictErrorRow } from './error-rows.ts'

/** The rows of the error catalogue about decisions of people: about intents, change requests, challenges and subscriptions. */
export const decisionErrors = {
  too_many_waiting: conflictErrorRow(
    'This agent, or this card without an agent, has as many intents that wait for a person as it may have.',
    'Wait until a person has decided some of them, or cancel those that are no longer needed.',
  ),
  subject_changed: conflictErrorRow(
    'There is something else to decide about than what was shown.',
    'Look at `details.subject`, and send `details.subjectHash` as `shown` if the decision is still right.',
  ),
  change_request_not_pending: conflictErrorRow(
    'The change request no longer waits for a person.',
    'Read it to see what became of it, or ask again.',
  ),
  change_request_conflict: conflictErrorRow(
    'This agent has as many change requests that wait for a person as it may have.',
    'Wait until some are decided, or cancel those that are no longer needed.',
  ),
  challenge_not_pending: conflictErrorRow(
    'The challenge no longer waits for an answer.',
    'Read it to see what became of it. The shop can ask again.',
  ),
  challenge_of_intent: conflictErrorRow(
    'The challenge waits for the decision about an intent.',
    'Approve or reject the intent in `details.intentId`: that answers the challenge, too.',
  ),
  subscription_not_pending: conflictErrorRow(
    'The subscription no longer waits for a person.',
    'Read it to see what became of it, or ask for another one.',
  ),
  subscription_conflict: conflictErrorRow(
    'The status of the subscription does not allow this, or the card has as many subscriptions as it may have.',
    'Read the subscription, or cancel those that are no longer needed: the message says which.',
  ),
} as const
