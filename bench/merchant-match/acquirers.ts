import type { RandomNumbers } from './sample.ts'

/** A sale as it arrives in an acquirer's system. */
export interface MerchantSale {
  /** The merchant's name in capitals, as the acquirer's system spells it. */
  readonly name: string
  readonly city: string
  readonly random: RandomNumbers
}

/** A way in which the acquirers of a country write a merchant's name, with the name of this way in the benchmark's report. */
export type AcquirerStatementStyle = readonly [kind: string, write: (sale: MerchantSale) => string]

export interface Acquirer {
  readonly country: string
  /** How the acquirer writes letters that are not in ASCII. */
  readonly umlauts: 'two letters' | 'plain'
  readonly styles: readonly AcquirerStatementStyle[]
}

const store = (words: readonly string[]): AcquirerStatementStyle => [
  'shop word',
  ({ name, random }) =>
    `${name} ${random.pick(words)}${random.pick(['', ` ${random.digits(4)}`, `-${random.digits(4)}`])}`,
]
const forms = (words: readonly string[]): AcquirerStatementStyle => [
  'legal form',
  ({ name, random }) => `${name} ${random.pick(words)}`,
]
const formed = (words: readonly string[]): AcquirerStatementStyle => [
  'legal form and place',
  ({ name, city, random }) => `${name} ${random.pick(words)} ${city}`,
]
const streets = (write: (random: RandomNumbers) => string): AcquirerStatementStyle => [
  'street',
  ({ name, random }) => `${name} ${random.digits(3)} ${write(random)}`,
]
const prefixes = (words: readonly string[]): AcquirerStatementStyle => [
  'processor',
  ({ name, random }) => `${random.pick(words)}${name}`,
]
const domains = (endings: readonly string[]): AcquirerStatementStyle => [
  'web address',
  ({ name, random }) => `${random.pick(['', 'WWW.'])}${name.replaceAll(/[^A-Z0-9]/g, '')}${random.pick(endings)}`,
]

/** The ways in which every acquirer writes names. */
const common: readonly AcquirerStatementStyle[] = [
  ['as it is', ({ name }) => name],
  ['place', ({ name, city }) => `${name} ${city}`],
  ['place behind a hyphen', ({ name, city, random }) => `${name}${random.pick([' - ', '-', ', '])}${city}`],
  ['number', ({ name, random }) => `${name} ${random.digits(4)}`],
  ['number', ({ name, random }) => `${name} ${random.pick(['#', '(', ''])}${random.digits(3)}`],
  ['number and place', ({ name, city, random }) => `${name} ${random.digits(4)} ${city}`],
  ['number and place', ({ name, city, random }) => `${name} ${random.digits(3)} ${city}`],
  ['joined words', ({ name, random }) => `${name.replaceAll(/[^A-Z0-9]/g, '')} ${random.digits(4)}`],
  [
    'order code',
    ({ name, random }) =>
      `${name}*${random.pick('KMRTXZ'.split(''))}${random.digits(2)}B${random.digits(1)}Q${random.digits(2)}`,
  ],
]

const english = ['STORES', 'STORE', 'SUPERSTORE', 'RETAIL', 'ONLINE', 'ONLINE ORDER', 'ONLINE STORE', 'INTERNET']
const squares = ['SQ *', 'SQ  ', 'PAYPAL *', 'PAYPAL  ', 'SP ']

export const statementAcquirers: readonly Acquirer[] = [
  {
    country: 'GB',
    umlauts: 'plain',
    styles: [
      ...common,
      store(english),
      forms(['LTD', 'LIMITED', 'PLC', 'UK LTD', 'LIM', 'HOLDINGS LTD']),
      formed(['LTD', 'PLC']),
      streets(
        (random) => `${random.pick(['HIGH', 'OXFORD', 'CHURCH', 'STATION'])} ${random.pick(['ST', 'RD', 'STREET'])}`,
      ),
      prefixes(['SUMUP *', 'ZETTLE *', 'IZ *', ...squares]),
      domains(['.COM', '.CO.UK', 'UK']),
    ],
  },
  {
    country: 'US',
    umlauts: 'plain',
    styles: [
      ...common,
      store(english),
      forms(['INC', 'LLC', 'CORP', 'HQ']),
      formed(['INC', 'LLC']),
      streets(
        (random) => `${random.pick(['MAIN', 'MARKET', 'BROADWAY', '5TH'])} ${random.pick(['ST', 'AVE', 'BLVD'])}`,
      ),
      prefixes(['TST* ', ...squares]),
      domains(['.COM', 'COM', '.COM/BILL']),
    ],
  },
  {
    country: 'DE',
    umlauts: 'two letters',
    styles: [
      ...common,
      store(['FILIALE', 'ONLINESHOP', 'ONLINE', 'SAGT DANKE', 'FIL.']),
      forms(['GMBH', 'GMBH & CO. KG', 'AG', 'SE']),
      formed(['GMBH', 'AG']),
      streets((random) => `${random.pick(['HAUPT', 'BAHNHOF'])}STRASSE`.replace('STRASSE', ' STR')),
      prefixes(['SUMUP *', 'PAYPAL *', 'ZETTLE_*']),
      domains(['.DE', '.COM']),
    ],
  },
  {
    country: 'FR',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['MAGASIN', 'BOUTIQUE', 'INTERNET', 'EN LIGNE']),
      forms(['SA', 'SAS', 'SARL', 'FRANCE SAS']),
      formed(['SA', 'SAS']),
      streets((random) => `RUE ${random.pick(['DE LA REPUBLIQUE', 'GAMBETTA', 'VICTOR HUGO', 'NATIONALE'])}`),
      prefixes(['SUMUP *', 'PAYPAL *', 'ZETTLE_*']),
      domains(['.FR', '.COM']),
    ],
  },
  {
    country: 'AU',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['STORES', 'STORE', 'ONLINE', 'RETAIL']),
      forms(['PTY LTD', 'AUSTRALIA PTY LTD', 'PTY', 'LIMITED']),
      formed(['PTY LTD']),
      streets(
        (random) => `${random.pick(['GEORGE', 'PITT', 'COLLINS', 'ELIZABETH'])} ${random.pick(['ST', 'STREET'])}`,
      ),
      prefixes(['ZLR*', 'SMP*', ...squares]),
      domains(['.COM.AU', '.COM']),
    ],
  },
  {
    country: 'CA',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['STORE', 'STORES', 'ONLINE', 'SUPERSTORE']),
      forms(['INC', 'LTD', 'CANADA INC', 'LTEE']),
      formed(['INC']),
      streets((random) => `${random.pick(['KING', 'QUEEN', 'MAIN', 'VICTORIA'])} ${random.pick(['ST', 'AVE', 'RD'])}`),
      prefixes(squares),
      domains(['.CA', '.COM']),
    ],
  },
  {
    country: 'NL',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['WINKEL', 'FILIAAL', 'WEBSHOP', 'VESTIGING']),
      forms(['BV', 'B.V.', 'NV', 'NEDERLAND BV']),
      formed(['BV']),
      streets((random) => `${random.pick(['KERK', 'STATIONS', 'HOOFD', 'DORPS'])}STRAAT`),
      prefixes(['CCV*', 'ZTL*', 'BCK*', 'SUMUP *', 'PAYPAL *']),
      domains(['.NL', '.COM']),
    ],
  },
  {
    country: 'ES',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['TIENDA', 'TIENDAS', 'ONLINE', 'INTERNET', 'SUPERMERCADOS']),
      forms(['SA', 'S.A.', 'SL', 'SAU', 'ESPANA SA']),
      formed(['SA', 'SL']),
      streets(
        (random) =>
          `${random.pick(['CALLE', 'AVDA', 'PLAZA', 'PASEO'])} ${random.pick(['MAYOR', 'REAL', 'DE ARAGON', 'GRACIA'])}`,
      ),
      prefixes(['REDSYS*', 'SUMUP *', 'PAYPAL *']),
      domains(['.ES', '.COM']),
    ],
  },
  {
    country: 'IT',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['NEGOZIO', 'SUPERSTORE', 'ONLINE', 'PUNTO VENDITA']),
      forms(['SPA', 'S.P.A.', 'SRL', 'ITALIA SRL']),
      formed(['SRL', 'SPA']),
      streets(
        (random) =>
          `${random.pick(['VIA', 'VIALE', 'CORSO', 'PIAZZA'])} ${random.pick(['ROMA', 'GARIBALDI', 'DANTE', 'MILANO'])}`,
      ),
      prefixes(['NEXI*', 'SUMUP *', 'PAYPAL *']),
      domains(['.IT', '.COM']),
    ],
  },
  {
    country: 'SE',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['BUTIK', 'BUTIKEN', 'ONLINE', 'STORE']),
      forms(['AB', 'SVERIGE AB', 'SWEDEN AB']),
      formed(['AB']),
      streets((random) => `${random.pick(['DROTTNING', 'KUNGS', 'STOR'])}GATAN`),
      prefixes(['IZETTLE *', 'ZETTLE_*', 'PAYPAL *']),
      domains(['.SE', '.COM']),
    ],
  },
  {
    country: 'PL',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['SKLEP', 'SALON', 'ONLINE', 'SKLEP NR']),
      forms(['SP. Z O.O.', 'SA', 'S.A.', 'POLSKA SP Z O O']),
      formed(['SA']),
      streets((random) => `UL ${random.pick(['NOWY SWIAT', 'MARSZALKOWSKA', 'WARSZAWSKA', 'DLUGA'])}`),
      prefixes(['PAYU*', 'PAYPAL *', 'SUMUP *']),
      domains(['.PL', '.COM']),
    ],
  },
  {
    country: 'BR',
    umlauts: 'plain',
    styles: [
      ...common,
      store(['LOJA', 'LOJAS', 'ONLINE', 'SUPERMERCADO']),
      forms(['LTDA', 'SA', 'S.A.', 'COM IND LTDA', 'BRASIL LTDA']),
      formed(['LTDA', 'SA']),
      streets(
        (random) =>
          `${random.pick(['RUA', 'AV', 'AVENIDA'])} ${random.pick(['AUGUSTA', 'PAULISTA', 'BRASIL', 'DA PAZ'])}`,
      ),
      prefixes(['PAG*', 'MP *', 'MERCADOPAGO*']),
      domains(['.COM.BR', '.COM']),
    ],
  },
]
