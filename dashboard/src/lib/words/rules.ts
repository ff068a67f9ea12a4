import { windowNames, windowWords } from './windows.ts'

/** What a rule is about, in the order in which the rules are asked. */
export type Topic = 'Standing' | 'Money' | 'Where' | 'When' | 'What for' | 'Card data'

type Named = readonly [topic: Topic, name: string]

const rules: Readonly<Record<string, Named>> = {
  stop: ['Standing', 'Spending is not stopped'],
  status: ['Standing', 'Active'],
  ttlMinutes: ['Standing', 'Life of the card'],
  ttlDays: ['Standing', 'Life of the card'],
  usage: ['Standing', 'Single use'],
  currency: ['Money', 'Currency'],
  maxAmount: ['Money', 'Largest purchase'],
  ...Object.fromEntries(
    windowNames.map((window): [string, Named] => [`limits.${window}`, ['Money', `Limit ${windowWords(window)}`]]),
  ),
  ledger: ['Money', 'Total that can be counted'],
  maxTransactionsPerDay: ['Money', 'Purchases per day'],
  allowedMccs: ['Where', 'Allowed categories'],
  blockedMccs: ['Where', 'Blocked categories'],
  allowedMerchants: ['Where', 'Allowed merchants'],
  blockedMerchants: ['Where', 'Blocked merchants'],
  allowedMerchantIds: ['Where', 'Allowed merchant ids'],
  blockedMerchantIds: ['Where', 'Blocked merchant ids'],
  allowedCountries: ['Where', 'Allowed countries'],
  blockedCountries: ['Where', 'Blocked countries'],
  allowedOrigins: ['Card data', 'Origins of shops'],
  lockToFirstMerchant: ['Where', 'Same merchant as before'],
  cooldownMinutes: ['When', 'Pause between purchases'],
  activeHours: ['When', 'Active hours'],
  onMissingIntent: ['What for', 'Intent declared'],
  newMerchant: ['What for', 'First purchase approved'],
  subscription: ['What for', 'Covered by a subscription'],
  onIntentMismatch: ['What for', 'Purchase as declared'],
  duplicateWindowMinutes: ['What for', 'Not paid twice'],
  credentials: ['Card data', 'Expiry and CVV'],
  requireCvv: ['Card data', 'CVV given'],
}

export const topicOf = (rule: string): Topic => rules[rule]?.[0] ?? 'Standing'

/** A rule as people call it: `Limit in 24 hours`. */
export const ruleName = (rule: string): string => rules[rule]?.[1] ?? rule
