import { reasonCodes } from '../../contract/reasons.ts'
import type { ReasonLevel } from '../../contract/policy.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import type { Merchant } from '../entities.ts'
import {
  type AdvisingMerchantList,
  claimedMerchantName,
  type MerchantList,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'
import type { RuleCheck, CheckedTraceEntry } from '../decision/trace.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/** A pair of an allow list and a block list of one kind of value: categories, names, ids or countries of merchants. */
interface Listing {
  readonly noun: string
  readonly field: 'mcc' | 'name' | 'networkId' | 'country'
  readonly allowed: 'allowedMccs' | 'allowedMerchants' | 'allowedMerchantIds' | 'allowedCountries'
  readonly blocked: 'blockedMccs' | 'blockedMerchants' | 'blockedMerchantIds' | 'blockedCountries'
  readonly missing: RuleCheck
  readonly notAllowed: RuleCheck
  readonly isBlocked: RuleCheck
}

const categories: Listing = {
  noun: 'merchant category',
  field: 'mcc',
  allowed: 'allowedMccs',
  blocked: 'blockedMccs',
  missing: { rule: 'allowedMccs', code: 'mcc_missing' },
  notAllowed: { rule: 'allowedMccs', code: 'mcc_not_allowed' },
  isBlocked: { rule: 'blockedMccs', code: 'mcc_blocked' },
}

const names: Listing = {
  noun: 'merchant',
  field: 'name',
  allowed: 'allowedMerchants',
  blocked: 'blockedMerchants',
  missing: { rule: 'allowedMerchants', code: 'merchant_missing' },
  notAllowed: { rule: 'allowedMerchants', code: 'merchant_not_allowed' },
  isBlocked: { rule: 'blockedMerchants', code: 'merchant_blocked' },
}

const ids: Listing = {
  noun: 'merchant id',
  field: 'networkId',
  allowed: 'allowedMerchantIds',
  blocked: 'blockedMerchantIds',
  missing: { rule: 'allowedMerchantIds', code: 'merchant_missing' },
  notAllowed: { rule: 'allowedMerchantIds', code: 'merchant_not_allowed' },
  isBlocked: { rule: 'blockedMerchantIds', code: 'merchant_blocked' },
}

const countries: Listing = {
  noun: 'merchant country',
  field: 'country',
  allowed: 'allowedCountries',
  blocked: 'blockedCountries',
  missing: { rule: 'allowedCountries', code: 'country_missing' },
  notAllowed: { rule: 'allowedCountries', code: 'country_not_allowed' },
  isBlocked: { rule: 'blockedCountries', code: 'country_blocked' },
}

export const allowedMccs = allowList(categories)
export const blockedMccs = blockList(categories)
export const allowedMerchants = both(allowList(names), allowList(ids))
export const blockedMerchants = both(blockList(names), blockList(ids))
export const allowedCountries = allowList(countries)
export const blockedCountries = blockList(countries)

/**
 * Joins two rules with the same reason codes into one rule. Its findings are in the order of `reasonCodes`, in which a missing value comes
 * first.
 */
function both(one: PurchaseRule, other: PurchaseRule): PurchaseRule {
  return (spending) => {
    const findings = [one(spending), other(spending)].flatMap((each) => each ?? [])
    return findings.toSorted((a, b) => reasonCodes.indexOf(a.code) - reasonCodes.indexOf(b.code))
  }
}

/**
 * Makes the rule of an allow list. It declines a purchase that lacks the listed kind of value; an empty list allows nothing (contract,
 * section 5).
 */
function allowList({ noun, field, allowed: rule, missing, notAllowed }: Listing): PurchaseRule {
  return ({ request: { merchant }, compiled }) => {
    const list = compiled[rule]
    if (list === undefined) return undefined
    const level = levelOfPolicyField(compiled, rule)
    const observed = merchant[field]
    if (observed === undefined) {
      return failedRuleCheck(
        { ...missing, level },
        {
          message: `The ${noun} is not given, and the ${level}'s policy allows only those in \`${rule}\`.`,
          remedy: `Send \`merchant.${field}\`.`,
          retryable: false,
        },
      )
    }
    const passed = listedAs(list, believed(merchant, field) ?? observed, merchant) !== undefined
    const entry: CheckedTraceEntry = { ...notAllowed, passed, level, observed }
    if (entry.passed) return entry
    return failedRuleCheck(entry, {
      message: `The ${noun} ${observed} is not among those that the ${level}'s policy allows.`,
      remedy: `Add ${observed} to \`${rule}\` of the ${level}'s policy.`,
      retryable: false,
      ...(field === 'name' && adviceOf(list, merchant, observed, level)),
    })
  }
}

/**
 * Makes the message and the remedy for a merchant that is not listed. They say which listed name is similar, and which name to add. The
 * name to add has no store number, place or other text that changes from purchase to purchase.
 */
function adviceOf(
  list: AdvisingMerchantList | MerchantList | ReadonlySet<string>,
  merchant: Merchant,
  observed: string,
  level: ReasonLevel,
) {
  if (!('advise' in list)) return undefined
  const { near, nearest, add } = list.advise(observed, merchantWhereabouts(merchant))
  const isNear = near === undefined ? '' : ` It is near ${near}, which is listed.`
  if (claimedMerchantName(merchant) === '') {
    return {
      message: `The merchant ${observed} is a payee who has chosen this name, and no name of those that the ${level}'s policy allows.`,
      remedy: `Add the merchant's id to \`allowedMerchantIds\` of the ${level}'s policy, and leave \`allowedMerchants\` unset: in a money transfer no name is believed.`,
    }
  }
  return {
    message: `The merchant ${observed} is not among those that the ${level}'s policy allows.${isNear}`,
    remedy: `Add ${add} to \`allowedMerchants\` of the ${level}'s policy${near === undefined ? '' : ', if it is the same merchant or another to be paid'}.`,
    ...(add === observed ? {} : { add }),
    ...(nearest === undefined ? {} : { nearestShop: nearest }),
  }
}

/**
 * Makes the rule of a block list. A purchase that lacks the listed kind of value passes. Blocking wins over an allow list (specification,
 * Policy rules, 3).
 */
function blockList({ noun, field, blocked: rule, isBlocked }: Listing): PurchaseRule {
  return ({ request: { merchant }, compiled }) => {
    const list = compiled[rule]
    const observed = merchant[field]
    if (list === undefined || observed === undefined) return undefined
    const level = levelOfPolicyField(compiled, rule)
    const limit = listedAs(list, observed, merchant)
    if (limit === undefined) return { ...isBlocked, passed: true, level, observed }
    return failedRuleCheck(
      { ...isBlocked, level, limit, observed },
      {
        message: `The ${noun} ${observed} is blocked by the ${level}'s policy.`,
        remedy: `Remove ${limit} from \`${rule}\` of the ${level}'s policy.`,
        retryable: false,
      },
    )
  }
}

/**
 * The value of the merchant that is compared with an allow list. A payee can choose some names freely, and such a name must not let a
 * purchase pass. `claimedMerchantName` returns what is compared instead of the name.
 */
const believed = (merchant: Merchant, field: Listing['field']): string | undefined =>
  field === 'name' ? claimedMerchantName(merchant) : merchant[field]

/** The entry of a policy's list that the merchant matches, as it is written in the list. Undefined: the merchant matches none. */
function listedAs(list: MerchantList | ReadonlySet<string>, observed: string, merchant: Merchant): string | undefined {
  if ('matches' in list) return list.matches(observed, merchantWhereabouts(merchant))
  const code = observed.toUpperCase()
  return list.has(code) ? code : undefined
}
