/**
 * The floors of a layer, the lowest first: a folder may import folders on lower floors, and no others. ARCHITECTURE.md shows this table. A
 * folder without a floor is refused. The folder `.` has the files of the layer itself.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [
    ['.', 'merchant-categories'],
    ['merchant-match', 'spend'],
    ['subscriptions'],
    ['transactions'],
    ['lifecycles'],
    ['decision'],
    ['rules'],
    ['warnings'],
    ['intents'],
    ['audit'],
    ['events'],
    ['changes'],
    ['batch'],
    ['exposure'],
    ['backtest'],
  ],
  store: [
    ['rows', 'sharding'],
    ['statements'],
    ['connection'],
    ['nodes', 'distribution', 'outbox'],
    ['audit'],
    ['locks'],
    ['due'],
    ['changes'],
    ['issuer-calls', 'transactions'],
    ['events', 'numbers', 'customers'],
    ['notifications', 'cards', 'intents', 'change-requests', 'subscriptions'],
    ['webhooks', 'challenges', 'issuers'],
    ['people', 'accounts', 'by-key', 'requests', 'spend-rollups'],
    ['journal'],
    ['history'],
    ['schema'],
    ['backup'],
  ],
  services: [
    ['input', 'keys', 'live'],
    ['request'],
    ['commands', 'people'],
    ['events', 'levels'],
    ['accounts', 'challenges'],
    ['intents', 'transactions'],
    ['numbers'],
    ['network'],
    ['issuers'],
    ['cards'],
    ['agents', 'subscriptions'],
    ['customers'],
    ['change-requests', 'insight'],
    ['.'],
  ],
}

/**
 * Imports between folders that lead up all the same, with the reason. The list only gets shorter: an exception that no import needs is
 * refused.
 */
export const exceptions: Readonly<Record<string, string>> = {
  'domain: . -> batch': 'the entities name types of the folders that compute with them',
  'domain: . -> decision': 'the entities name types of the folders that compute with them',
  'domain: . -> spend': 'the entities name types of the folders that compute with them',
  'domain: . -> subscriptions': 'the entities name types of the folders that compute with them',
  'domain: audit -> batch': 'the audited fields are declared over the objects of the changes',
  'domain: audit -> changes': 'the audited fields are declared over the objects of the changes',
  'domain: changes -> batch': 'the working set declares the loaded card',
  'domain: decision -> intents': 'deciding stands beside what it decides from',
  'domain: decision -> rules': 'deciding stands beside what it decides from',
  'domain: decision -> warnings': 'the policy summary stands beside the compiled policy',
  'domain: intents -> batch': 'the working set declares the loaded card',
  'domain: lifecycles -> batch': 'the commands declare the causes of steps',
  'domain: spend -> decision': 'budgets stand beside the windows that they sum up',
  'domain: spend -> subscriptions': 'budgets stand beside the windows that they sum up',
  'domain: subscriptions -> intents': 'the match of a subscription stands beside its periods',
  'domain: transactions -> batch': 'the working set declares the loaded card',
  'domain: transactions -> lifecycles': 'the lifecycle of transactions names their steps',
}
