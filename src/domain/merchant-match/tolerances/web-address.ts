import { webAddressTail, webDomainTail } from '../descriptor/tails.ts'
import { toleranceOfWordsBehindName, type MerchantNameTolerance } from './tolerance.ts'

/** Recognizes a domain (".COM", ".CO.UK", ".COM/BILL") or the merchant's own web address after its name: "UBER TRIP HELP.UBER.COM". */
export const webAddressNameTolerance: MerchantNameTolerance = {
  name: 'web_address',
  length: (tailed) => {
    const { words, end } = tailed
    // Only one web address is removed from a name: "APPLE.COM.COM" is not an address of Apple's.
    if (toleranceOfWordsBehindName(tailed) === 'web_address') return 0
    const address = webAddressTail(words, end).length
    return address > 0 && address < end ? address : webDomainTail(words, end).length
  },
}
