import { merchantNameShapeOf } from './shape.ts'
import { splitMerchantNameIntoWords } from './words.ts'

/**
 * The names of payment facilitators as they stand before a `*`. The name of the seller follows. The seller chooses it, within what the
 * facilitator permits, so a brand is recognized there only by its full name, not by a short form (docs/guides/merchant-names.md).
 */
export const processorPrefixes: ReadonlySet<string> = new Set(
  `sq gosq gosqcom squareup square tst toast paypal pp pypl stripe st sp shopify cko iz izettle zettle sumup google amazonpay
  adyen ady mol mollie afterpay affirm sezzle zip bt braintree fs fastspring dri digitalriver paddle paddlenet
  2co 2cocom verifone lemsqzy lemonsqueezy gumroad wpy wepay py payjunction in intuit eb eventbrite clover poynt nyx
  nayax ctlp cantaloupe usat usa xsolla sqsp squarespace rzp razorpay paytm payu dlo dlocal ebanx mp
  mercadopago mercpago pagseguro wl worldline worldpay sagepay opayo gocardless twint ppro satispay vipps
  ztl ccv bck lsp zlr nexi redsys pag picpay htm hotmart ebn smp ezi ezidebit spoton fh fareharbor mypos viva payconiq plg multisafepay`.split(
    /\s+/,
  ),
)

/**
 * The marketplaces among the processors, by their prefixes. A list that has a marketplace permits its sellers, too, as behind
 * "ETSY.COM*SELLER"; the seller's own name counts as well.
 */
export const marketplacePrefixes: ReadonlyMap<string, string> = new Map([
  ['eb', 'eventbrite'],
  ['eventbrite', 'eventbrite'],
])

/**
 * Apps that pay persons, or single purchases at any shop. The payee is a person or chooses its name freely, and nobody has checked it, so
 * the text after the star stays part of the name and matches no other name.
 */
const payeeApps: ReadonlySet<string> = new Set(['cashapp', 'venmo', 'zelle', 'klarna'])

/**
 * Returns the text after the prefix of a payment app, which names the payee. A name without such a prefix is returned unchanged. It is for
 * block lists, which nobody must be able to evade with the prefix.
 */
export function nameBehindPayeeApp(name: string): string {
  const star = name.indexOf('*')
  return star > 0 && payeeApps.has(merchantNameShapeOf(splitMerchantNameIntoWords(name.slice(0, star))).run)
    ? name.slice(star + 1)
    : name
}

/** Processor prefixes that also occur with only a space after them, without a star. */
export const bareProcessorPrefixes: ReadonlySet<string> = new Set(['sq', 'tst', 'sp', 'iz', 'ztl'])
/** Processor prefixes that also occur with a hyphen instead of a star. */
export const hyphenedProcessorPrefixes: ReadonlySet<string> = new Set(['wp'])
