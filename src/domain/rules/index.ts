import { activeHours } from './active-hours.ts'
import { cooldown } from './cooldown.ts'
import { credentials, credentialsLocked, requiredCvv } from './credentials.ts'
import { currency } from './currency.ts'
import { duplicate } from './duplicate.ts'
import { expiry } from './expiry.ts'
import { intentMismatch, intentMissing } from './intents.ts'
import { ledger } from './ledger.ts'
import { limits } from './limits.ts'
import {
  allowedCountries,
  allowedMccs,
  allowedMerchants,
  blockedCountries,
  blockedMccs,
  blockedMerchants,
} from './merchant-lists.ts'
import { merchantLock } from './merchant-lock.ts'
import type { Rule } from './rule.ts'
import { singleUse } from './single-use.ts'
import { accountStop, agentStatus, cardClosed, cardFrozen, customerStatus } from './status.ts'
import { transactionCount } from './transaction-count.ts'

/** Every rule, in the order in which reasons are reported (contract, section 6). */
export const ladder: readonly Rule[] = [
  accountStop,
  customerStatus,
  agentStatus,
  cardFrozen,
  cardClosed,
  expiry,
  singleUse,
  currency,
  limits,
  ledger,
  transactionCount,
  allowedMccs,
  blockedMccs,
  allowedMerchants,
  blockedMerchants,
  merchantLock,
  allowedCountries,
  blockedCountries,
  cooldown,
  activeHours,
  intentMissing,
  intentMismatch,
  duplicate,
  credentials,
  requiredCvv,
  credentialsLocked,
]
