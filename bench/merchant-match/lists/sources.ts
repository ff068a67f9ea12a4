/** A public list of card payments, and its address. */
export interface PublicPaymentListSource {
  readonly name: string
  /** The country of the public body that made the payments. */
  readonly country: string
  /**
   * Whether the rules for matching merchants may be made with the payment list (`tuned`), or only measured with it (`shut away`). For lists
   * after the first five, the SHA-256 of the list's name decides: the list is shut away if the first hexadecimal digit is odd.
   */
  readonly half: 'tuned' | 'shut away'
  readonly publisher: string
  readonly licence: string
  readonly files: readonly PaymentListFiles[]
  /** How many merchant lines are drawn from the list for the sample in which each different line occurs once. */
  readonly lines: number
  /**
   * How many payments are drawn from the payment list for the sample in which each merchant is as frequent as its payments. Undefined: the
   * list leaves payments out, so that no such sample can be drawn.
   */
  readonly payments?: number
}

export interface PaymentListFiles {
  readonly repository: string
  readonly commit: string
  readonly paths: RegExp
  /** Matches the head of the list's column with the merchants' names. */
  readonly column: RegExp
  /** The column of a payment list, and the pattern that its value must match for a payment to be read. Undefined: all payments are read. */
  readonly where?: readonly [column: string, value: RegExp]
}

const birmingham = { column: /merchant name/i }

export const publicPaymentListSources: readonly PublicPaymentListSource[] = [
  {
    name: 'birmingham',
    country: 'GB',
    half: 'tuned',
    publisher: 'Birmingham City Council, purchase cards, 2019 to 2022',
    licence: 'Open Government Licence',
    files: [
      {
        ...birmingham,
        repository: 'https://github.com/dror27/story-hless-2020',
        commit: '127d4f58e1fc3f2e57ab6a453147306c0d911379',
        paths: /(?<!november-2019)\.xls$/,
      },
      {
        ...birmingham,
        repository: 'https://github.com/tatianalvd/Birmingham',
        commit: '16e411d7d1325cd4ad2ca0c05259226d48a3b908',
        paths: /\.xls$/,
      },
    ],
    lines: 720,
  },
  {
    name: 'us-government',
    country: 'US',
    half: 'tuned',
    publisher: 'An agency of the United States, purchase cards, 2010 (M. Nigrini, Forensic Analytics)',
    licence: 'Public record; the copy has no licence of its own',
    files: [
      {
        repository: 'https://github.com/byuidatascience/data4benfords',
        commit: 'b505d5596f5fe123efc848c4b80f0d9e8df498fb',
        paths: /^data\/government_data\.rda$/,
        column: /^merchdescription$/,
        where: ['transtype', /^P$/],
      },
    ],
    lines: 520,
  },
  {
    name: 'oxford',
    country: 'GB',
    half: 'shut away',
    publisher: 'Oxford City Council, procurement cards, 2017 and 2018',
    licence: 'Open Government Licence 3.0',
    files: [
      {
        repository: 'https://github.com/OxOpenData/procurement-card-spending',
        commit: '1a673a0bac02ba83b67751d6d3c5c89b1faece88',
        paths: /^data\/.*\.csv$/,
        column: /merchant name/i,
      },
    ],
    lines: 520,
    payments: 250,
  },
  {
    name: 'toronto',
    country: 'CA',
    half: 'shut away',
    publisher: 'City of Toronto, purchasing cards, 2011 to 2021',
    licence: 'Open Government Licence – Toronto',
    files: [
      {
        repository: 'https://github.com/Comp3220Group6/PCard-Visualization-App',
        commit: '48a514af8137097297b6902599dac5964abf1305',
        paths: /^src\/main\/java\/expenditures\/.*\.csv$/,
        column: /merchant name/i,
      },
    ],
    lines: 520,
    payments: 250,
  },
  {
    name: 'brazil',
    country: 'BR',
    half: 'shut away',
    publisher: 'Federal government of Brazil, payment cards (CPGF), January 2024',
    licence: 'Open data of the Portal da Transparência',
    files: [
      {
        repository: 'https://github.com/WesDevss/Analise-da-Base-do-CPGF',
        commit: '47512855d3a303d7644dd7dca9ade7dc690eb22e',
        paths: /^202401_CPGF\.csv$/,
        column: /^NOME FAVORECIDO$/,
        where: ['CNPJ OU CPF FAVORECIDO', /^[0-9]{14}$/],
      },
    ],
    lines: 220,
  },
  {
    name: 'home-office',
    country: 'GB',
    half: 'shut away',
    publisher: 'Home Office of the United Kingdom, procurement cards, purchases over £500, 2020',
    licence: 'Open Government Licence 3.0',
    files: [
      {
        repository: 'https://github.com/OtterOriented/home-office-spend-2020',
        commit: '4a083c5a7ebf31eafc3e045a245578692de878b5',
        paths: /^cleaned_spend\.csv$/,
        column: /^Supplier$/,
      },
    ],
    lines: 350,
    payments: 250,
  },
  {
    name: 'oklahoma-state-university',
    country: 'US',
    half: 'shut away',
    publisher: 'Oklahoma State University, purchase cards, 2014',
    licence: 'Public record of the State of Oklahoma (data.ok.gov); the copy has no licence of its own',
    files: [
      {
        repository: 'https://github.com/ptpuyen99/OSU-P-Card-Audit-Data-Analysis-Fraud-Detection',
        commit: '6715207fee0b5d2406aa7e69a46025d1527e9abe',
        paths: /^PCard_Excel Analysis\.xlsx$/,
        column: /^vendor$/i,
      },
    ],
    lines: 350,
  },
]
