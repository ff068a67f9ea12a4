/**
 * The currencies of ISO 4217, by how many decimals their amounts have (the standard's *minor unit*). Taken from its list one, as the
 * maintenance agency, SIX, publishes it (https://www.six-group.com/en/products-services/financial-information/data-standards.html), with
 * the amendments until 2025. Entries without a minor unit, such as gold and test codes, are no currencies of cards, and are left out.
 */
const byDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU
    CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS
    KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB
    PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD
    TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const decimals: ReadonlyMap<string, number> = new Map(
  Object.entries(byDecimals).flatMap(([count, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(count)] as const),
  ),
)

/** The currency of accounts and customers that name none. */
export const DEFAULT_CURRENCY = 'USD'

/**
 * The field `currency` of an answer or a record. The default currency gives an object without the field, because such answers and records
 * leave it out.
 */
export const currencyUnlessDefault = (currency: string): { currency?: string } =>
  currency === DEFAULT_CURRENCY ? {} : { currency }

/** The codes of all currencies, in upper case. */
export const currencyCodes: readonly string[] = [...decimals.keys()].toSorted()

/** Whether a code in upper case names a currency of ISO 4217. */
export const isCurrency = (code: string): boolean => decimals.has(code)

/** How many decimals amounts of a currency have: 2 for USD, 0 for JPY, 3 for KWD. A code that ISO 4217 does not have counts as 2. */
export const currencyDecimals = (currency: string): number => decimals.get(currency) ?? 2
