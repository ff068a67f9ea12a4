/** Everything that an operation can be asked about, belonging together. */
export type World = Record<
  | 'email'
  | 'customerId'
  | 'agentId'
  | 'cardId'
  | 'intentId'
  | 'approvalId'
  | 'accessEventId'
  | 'transactionId'
  | 'settledId'
  | 'documentId'
  | 'webhookId'
  | 'deliveryId'
  | 'eventId'
  | 'auditId'
  | 'invitationId'
  | 'keyId'
  | 'fillerId'
  | 'changeRequestId'
  | 'challengeId'
  | 'subscriptionId',
  string
>
