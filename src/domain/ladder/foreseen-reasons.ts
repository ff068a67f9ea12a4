import type { Reason } from '../../contract/decisions.ts'
import type { SpendRequest, Subject } from '../entities.ts'
import { decide } from './decide.ts'

/** Reason codes about facts that the shop sends with its charge, and that whoever asks before it may not know. */
const SENT_BY_SHOP: ReadonlySet<string> = new Set(['mcc_missing', 'country_missing', 'merchant_missing'])

/** The reasons for which a purchase would be declined now, as far as they can be known before its charge. */
export const foreseenReasons = (subject: Subject, request: SpendRequest): Reason[] =>
  (decide(subject, request).reasons as Reason[]).filter(({ code }) => !SENT_BY_SHOP.has(code))
