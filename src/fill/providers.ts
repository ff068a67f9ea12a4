import { isListedOrigin } from '../lib/network/origins.ts'

/** A payment provider that takes card numbers for shops, in its own frames or from the shop's page. */
export interface PaymentProvider {
  readonly name: string
  /** The origins of the provider's frames and pages with card fields. */
  readonly fields: readonly string[]
  /** The origins to which the provider's frames, or its script in the shop's page, send the number. */
  readonly receives: readonly string[]
  /** True if the provider's script encrypts the number in the browser, so that it cannot be replaced in the request. */
  readonly encrypts?: true
}

/**
 * Payment providers that keep the number: an account there gets a token for it, and never the number. Vaults that pass the number on to an
 * address of the account's choice are left out: the owner of a card may list one in `allowedOrigins`. The origins come from the providers'
 * documentation, mostly about a shop's Content-Security-Policy.
 */
export const knownPaymentProviders: readonly PaymentProvider[] = [
  {
    name: 'Stripe',
    fields: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://checkout.stripe.com',
      'https://buy.stripe.com',
    ],
    receives: ['https://api.stripe.com'],
  },
  {
    name: 'Braintree',
    fields: ['https://assets.braintreegateway.com'],
    receives: [
      'https://api.braintreegateway.com',
      'https://api.sandbox.braintreegateway.com',
      'https://payments.braintree-api.com',
      'https://payments.sandbox.braintree-api.com',
    ],
  },
  {
    name: 'Checkout.com',
    fields: ['https://js.checkout.com', 'https://cdn.checkout.com'],
    receives: ['https://api.checkout.com', 'https://api.sandbox.checkout.com'],
  },
  {
    name: 'Square',
    fields: ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'],
    receives: ['https://pci-connect.squareup.com', 'https://pci-connect.squareupsandbox.com'],
  },
  {
    name: 'Shopify',
    fields: ['https://checkout.pci.shopifyinc.com', 'https://checkout.shopifycs.com'],
    receives: [
      'https://checkout.pci.shopifyinc.com',
      'https://checkout.shopifycs.com',
      'https://deposit.us.shopifycs.com',
    ],
  },
  {
    name: 'Authorize.net',
    fields: ['https://accept.authorize.net', 'https://test.authorize.net'],
    receives: [
      'https://accept.authorize.net',
      'https://test.authorize.net',
      'https://api2.authorize.net',
      'https://api.authorize.net',
      'https://apitest.authorize.net',
    ],
  },
  { name: 'Recurly', fields: ['https://api.recurly.com'], receives: ['https://api.recurly.com'] },
  {
    name: 'Adyen',
    fields: [
      'https://checkoutshopper-live.adyen.com',
      'https://checkoutshopper-live-us.adyen.com',
      'https://checkoutshopper-live-au.adyen.com',
      'https://checkoutshopper-live-apse.adyen.com',
      'https://checkoutshopper-live-in.adyen.com',
      'https://checkoutshopper-test.adyen.com',
    ],
    receives: [],
    encrypts: true,
  },
  {
    name: 'Cybersource',
    fields: ['https://flex.cybersource.com', 'https://testflex.cybersource.com'],
    receives: [],
    encrypts: true,
  },
]

/** Origins on which a card number may be entered, and to which it may be sent. */
export interface CardDestinations {
  /** The reason why card fields of an origin are not filled in, in words for the user. Null: they are. */
  refusalOf(origin: string): string | null
  /** Whether a request that the shop's page or one of its frames makes may take the number to an origin. */
  receives(origin: string): boolean
}

export interface PermittedOrigins {
  /** The origin of the intent's shop. */
  readonly origin: string
  /** Further origins that the owner of the card allows, as `allowedOrigins` of a policy lists them. */
  readonly listed: readonly string[]
  readonly providers?: readonly PaymentProvider[]
}

/** The destinations of a purchase: the origin of its intent, what the owner lists, and the known providers. */
export function cardDestinationsOfPurchase({
  origin,
  listed,
  providers = knownPaymentProviders,
}: PermittedOrigins): CardDestinations {
  const isOwners = (other: string) => other === origin || isListedOrigin(listed, other)
  return {
    refusalOf: (other) => {
      const provider = providers.find(({ fields }) => isListedOrigin(fields, other))
      if (provider?.encrypts) return `fields that are not encrypted in the page: those of ${provider.name} are`
      if (provider !== undefined || isOwners(other)) return null
      return `card fields of a known payment provider: they are in a frame of ${other}, which the owner can add to allowedOrigins of the card's policy`
    },
    receives: (other) => isOwners(other) || providers.some(({ receives }) => isListedOrigin(receives, other)),
  }
}
