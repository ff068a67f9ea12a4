import { addressTail, domainTail } from '../descriptor/tails.ts'
import { behind, type Tolerance } from './tolerance.ts'

/** ".COM", ".CO.UK", ".COM/BILL", and the address of the merchant itself behind its name: "UBER TRIP HELP.UBER.COM". */
export const webAddress: Tolerance = {
  name: 'web_address',
  length: (tailed) => {
    const { words, end } = tailed
    // "APPLE.COM.COM" is no address of Apple's.
    if (behind(tailed) === 'web_address') return 0
    const address = addressTail(words, end).length
    return address > 0 && address < end ? address : domainTail(words, end).length
  },
}
