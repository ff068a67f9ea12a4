/**
 * The floors of a layer, the lowest first: a folder may import folders on lower floors, and no others. ARCHITECTURE.md shows this table. A
 * folder without a floor is refused. The folder `.` has the files of the layer itself.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [
    ['spend', 'merchant-categories'],
    ['.'],
    ['merchant-match', 'subscriptions'],
    ['transactions'],
    ['lifecycles'],
    ['decision'],
    ['intents', 'warnings'],
    ['rules'],
    ['ladder'],
    ['budgets', 'audit'],
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
  'domain: spend -> .': 'sums of cents stand beside the money that people read',
}
