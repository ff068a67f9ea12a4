/**
 * Payment facilitators, as they write themselves before a `*`: the seller is what follows. The seller chooses that
 * text, within what its facilitator lets through, so it counts only as a full name (no short forms; see the guide).
 */
export const processors: ReadonlySet<string> = new Set(
  `sq gosq gosqcom squareup square tst toast paypal pp pypl stripe st sp shopify cko iz izettle zettle sumup google amazonpay
  adyen ady mol mollie klarna afterpay affirm sezzle zip bt braintree fs fastspring dri digitalriver paddle paddlenet
  2co 2cocom verifone lemsqzy lemonsqueezy gumroad wpy wepay py payjunction in intuit eb eventbrite clover poynt nyx
  nayax ctlp cantaloupe usat usa xsolla sqsp squarespace venmo cashapp rzp razorpay paytm payu dlo dlocal ebanx mp
  mercadopago mercpago pagseguro wl worldline worldpay sagepay opayo gocardless twint ppro satispay vipps`.split(/\s+/),
)

/** Those that are also seen with nothing but a space after them. */
export const barePrefixes: ReadonlySet<string> = new Set(['sq', 'tst', 'sp'])
