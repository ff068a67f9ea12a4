import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CommandError } from '../../command-error.ts'
import type { ApplyFileJsonSchema } from './check-value.ts'
import { resolvedApplyEntries } from './entries.ts'
import { yamlDocumentsOf } from './read-files.ts'

const schema = JSON.parse(readFileSync('purser.schema.json', 'utf8')) as ApplyFileJsonSchema

/** The faults of a `purser apply` file's text, as an error shows them: line, column and message. */
function faultsIn(...texts: string[]): string[] {
  const read = texts.map((text, index) => yamlDocumentsOf(`${index + 1}.yaml`, text, schema))
  const faults = read.flatMap((each) => each.faults)
  const shown = ({ file, line, column, message }: (typeof faults)[number]) => `${file}:${line}:${column} ${message}`
  if (faults.length > 0) return faults.map(shown)
  try {
    resolvedApplyEntries(read.flatMap(({ sources }) => sources))
    return []
  } catch (error) {
    return ((error as CommandError).problem['faults'] as typeof faults).map(shown)
  }
}

const described = (...texts: string[]) =>
  resolvedApplyEntries(texts.flatMap((text, index) => yamlDocumentsOf(`${index}.yaml`, text, schema).sources))

it('reads documents of several files, with references and policies by name', () => {
  const { project, entries } = described(
    `project: payments
policies:
  small: { limits: { perAuth: 5000 }, allowedCountries: [us, ca] }
---
customers:
  acme: { name: { business: Acme } }
agents:
  build-bot: { customer: acme, policy: small }`,
    `cards:
  github: { agent: build-bot, label: GitHub, policy: { limits: { perMonth: 2500 } } }
  other: { customer: cust_01kdvy2n7rj4t8w0q3m5x9zb6c }
webhooks:
  books: { url: "https://books.example", events: ["*"] }`,
  )
  expect(project).toBe('payments')
  expect(entries).toEqual([
    {
      kind: 'customers',
      name: 'payments/acme',
      id: null,
      customer: null,
      agent: null,
      fields: { name: { business: 'Acme' } },
    },
    {
      kind: 'agents',
      name: 'payments/build-bot',
      id: null,
      customer: { entry: 'payments/acme' },
      agent: null,
      fields: { policy: { limits: { perAuth: 5000 }, allowedCountries: ['US', 'CA'] } },
    },
    {
      kind: 'cards',
      name: 'payments/github',
      id: null,
      customer: { entry: 'payments/acme' },
      agent: { entry: 'payments/build-bot' },
      fields: { label: 'GitHub', policy: { limits: { perMonth: 2500 } } },
    },
    {
      kind: 'cards',
      name: 'payments/other',
      id: null,
      customer: { id: 'cust_01kdvy2n7rj4t8w0q3m5x9zb6c' },
      agent: null,
      fields: {},
    },
    {
      kind: 'webhooks',
      name: 'payments/books',
      id: null,
      customer: null,
      agent: null,
      fields: { url: 'https://books.example/', events: ['*'] },
    },
  ])
})

it('takes anchors, merged mappings, empty documents and JSON', () => {
  const { entries } = described(
    `---
customers: { acme: &who { email: a@acme.example } }
---
---
policies:
  base: &base { requireIntent: true }
  strict: { <<: *base, requireApproval: true }
customers: { other: { email: b@acme.example, policy: strict } }`,
    '{"customers": {"third": {"email": "c@acme.example"}}}',
  )
  expect(entries.map(({ name, fields }) => [name, fields['policy']])).toEqual([
    ['acme', undefined],
    ['other', { requireIntent: true, requireApproval: true }],
    ['third', undefined],
  ])
})

it('takes one anchor a thousand times', () => {
  const cards = Array.from({ length: 1000 }, (_, index) => `  c${index}: { customer: a, policy: *p }`)
  const text = [
    'policies: { p: &p { requireIntent: true } }',
    'customers: { a: { email: a@b.example } }',
    'cards:',
    ...cards,
  ]
  expect(described(text.join('\n')).entries).toHaveLength(1001)
})

const CUSTOMER = 'customers: { acme: { email: a@acme.example } }'

it.each([
  [
    'cards: [',
    ['1.yaml:1:9 This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ],
  ['- cards', ['1.yaml:1:1 The file must be a mapping.']],
  ['card: {}', ['1.yaml:1:1 card is not known. Did you mean cards?']],
  [
    `${CUSTOMER}\ncards:\n  github:\n    customer: acme\n    polcy: {}`,
    ['1.yaml:5:5 cards.github.polcy is not known. Did you mean policy?'],
  ],
  [
    `${CUSTOMER}\ncards:\n  github:\n    customer: acme\n    policy:\n      perMonth: 100`,
    ['1.yaml:6:7 cards.github.policy.perMonth is not known. Did you mean limits.perMonth?'],
  ],
  [
    'policies:\n  a:\n    limits: { perDay: 49.99 }\n    allowedMccs:\n      - "5812"\n      - 5814',
    [
      '1.yaml:3:23 policies.a.limits.perDay must be an integer. Amounts are in minor units: 49.99 in USD or EUR is 4999, and 4999 yen are 4999.',
      '1.yaml:6:9 policies.a.allowedMccs[1] must be a text. Put it in quotes.',
    ],
  ],
  [
    'policies:\n  a: { limits: { perDay: -1 }, onMissingIntent: declin, allowedCountries: [USA], requireIntent: null }',
    [
      '1.yaml:2:26 policies.a.limits.perDay must be at least 0.',
      '1.yaml:2:49 policies.a.onMissingIntent is not known. Did you mean decline?',
      '1.yaml:2:76 policies.a.allowedCountries[0] must have at most 2 characters.',
      '1.yaml:2:97 policies.a.requireIntent must be true or false. Leave the field out to keep what is there.',
    ],
  ],
  [
    'customers: { "bad name": {} }',
    [
      '1.yaml:1:14 customers.bad name: a name has 1 to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit.',
    ],
  ],
  ['customers: { acme: {} }', ['1.yaml:1:14 customers.acme needs `name` or `email`.']],
  ['cards: { github: {} }', ['1.yaml:1:10 cards.github needs `customer` or `agent`.']],
  ['agents: { bot: {} }', ['1.yaml:1:16 agents.bot needs `customer`.']],
  [
    `${CUSTOMER}\nagents:\n  bot:\n    customer: acne\n    policy: smal\npolicies: { small: {} }`,
    [
      '1.yaml:5:13 agents.bot.policy names the policy "smal", which is not in the files. Did you mean small?',
      '1.yaml:4:15 agents.bot.customer names the customer "acne", which is not in the files. Did you mean acme?',
    ],
  ],
  ['customers: { a: { email: "@" } }', ['1.yaml:1:26 customers.a.email must be an email address.']],
  [
    'customers:\n  a: { email: a@b.example }\n  a: { email: a@b.example }',
    ['1.yaml:3:3 This is not YAML: Map keys must be unique'],
  ],
  [
    'customers: { a: { email: a@b.example, metadata: { applyName: b } } }',
    ['1.yaml:1:62 customers.a.metadata.applyName is where `purser apply` keeps the name of the entry. Leave it out.'],
  ],
  [
    'customers: [{ name: acme }]',
    [
      '1.yaml:1:12 customers must be a mapping. Each entry has a name, and no hyphen before it. For instance {"acme":{"name":{"business":"Acme"}}}.',
    ],
  ],
  ['webhooks: { a: { url: books, events: [] } }', ['1.yaml:1:38 webhooks.a.events must not be empty.']],
  ['webhooks: { a: { url: books, events: ["*"] } }', ['1.yaml:1:23 webhooks.a.url must be a URL.']],
])('refuses %j, and says where and why', (text, faults) => {
  expect(faultsIn(text)).toEqual(faults)
})

it('refuses the same name, the same id and another project in two files', () => {
  const id = 'cust_01kdvy2n7rj4t8w0q3m5x9zb6c'
  expect(faultsIn(CUSTOMER, `# later\n${CUSTOMER}`)).toEqual([
    '2.yaml:2:14 customers.acme is in 1.yaml:1 already. Each name is given once.',
  ])
  expect(faultsIn(`customers: { a: { id: ${id} }, b: { id: ${id} } }`)).toEqual([
    '1.yaml:1:67 customers.b.id is the id of another entry, too.',
  ])
  expect(faultsIn('project: a', 'project: b')).toEqual([
    '2.yaml:1:10 Another file names the project a. Apply one project at a time.',
  ])
})

const metadata = (value: string) =>
  `project: p\ncustomers:\n  acme: { name: { business: Acme }, metadata: { id: ${value} } }\n`

it.each([
  ['12345678901234567890', '12345678901234567890 is a number that would be sent as another one. Write it in quotes.'],
  ['9007199254740992', '9007199254740992 is a number that would be sent as another one. Write it in quotes.'],
  ['0.1000000000000000055', '0.1000000000000000055 is a number that would be sent as another one. Write it in quotes.'],
  ['0742', '0742 is the number 742 in YAML. Write it in quotes, or without the zero before it.'],
  ['-007', '-007 is the number -7 in YAML. Write it in quotes, or without the zero before it.'],
  ['0x1F', '0x1F is the number 31 in YAML. Write it in quotes, or without the zero before it.'],
  ['0o17', '0o17 is the number 15 in YAML. Write it in quotes, or without the zero before it.'],
  ['.inf', '.inf is no number that JSON has. Write it in quotes.'],
  ['.nan', '.nan is no number that JSON has. Write it in quotes.'],
])('refuses what YAML reads as another number, in one line: %s', (value, message) => {
  expect(faultsIn(metadata(value))).toEqual([`1.yaml:3:53 ${message}`])
})

it('refuses a category and a name with a zero before them, where they stand', () => {
  expect(faultsIn('project: p\npolicies:\n  small: { allowedMccs: [0742] }\n')[0]).toBe(
    '1.yaml:3:26 0742 is the number 742 in YAML. Write it in quotes, or without the zero before it.',
  )
  expect(faultsIn('project: p\ncustomers:\n  0042: { name: { business: Acme } }\n')[0]).toMatch(
    /^1.yaml:3:3 0042 is the/,
  )
})

it.each([
  '"12345678901234567890"',
  '"0742"',
  '0',
  '-0',
  '0.5',
  '1e2',
  '9007199254740991',
  '1.10',
  'NO',
  '12:30',
  '1_000',
])('takes %s as YAML does', (value) => {
  expect(faultsIn(metadata(value))).toEqual([])
})

it.each([
  ['five levels of ten', 5, 10],
  ['nine levels of nine', 9, 9],
])('refuses a file whose aliases stand for too much, at once: %s', (_, levels, width) => {
  const level = (number: number) =>
    `l${number}: &l${number} [${Array.from({ length: width }, () => (number === 0 ? 'x' : `*l${number - 1}`)).join(', ')}]`
  const text = [
    'customers:',
    '  a:',
    '    metadata:',
    ...Array.from({ length: levels }, (__, number) => `      ${level(number)}`),
  ].join('\n')
  expect(faultsIn(text)).toEqual(['1.yaml:2:3 customers.a has more than 20000 values, once its aliases are followed.'])
})

const customer = (...lines: string[]) => ['customers:', '  a:', ...lines.map((line) => `    ${line}`)].join('\n')

it.each([
  ['an alias of nothing', customer('metadata: { a: *b }'), '1.yaml:3:20 There is no anchor &b before *b.'],
  [
    'an anchor behind its alias',
    customer('metadata: { a: *b, c: &b 1 }'),
    '1.yaml:3:20 There is no anchor &b before *b.',
  ],
  [
    'an alias inside of its anchor',
    'customers:\n  a: &a\n    metadata: { a: *a }',
    '1.yaml:3:20 *a stands for what it is in.',
  ],
  ['a mapping merged into itself', 'customers:\n  a: &a\n    <<: *a', '1.yaml:3:9 *a stands for what it is in.'],
  ['a merged text', customer('<<: [text]'), '1.yaml:1:1 This is not YAML: Merge sources must be maps or map aliases'],
  [
    'an alias as a name',
    customer('metadata: { a: &a [1], ? *a : 1 }'),
    '1.yaml:3:30 The name of a field must be a text.',
  ],
  ['a list as a name', customer('metadata: { ? [1] : 1 }'), '1.yaml:3:19 The name of a field must be a text.'],
])('refuses %s as a fault of the file', (_, text, fault) => {
  expect(faultsIn(text)).toEqual([fault])
})

const NINE = Array.from({ length: 9 }, (_, index) => index)

it('refuses mappings that are merged nine times each on nine levels, at once, as an entry and as kinds', () => {
  const level = (number: number) =>
    `l${number}: &l${number} { ${number === 0 ? '' : `<<: [${NINE.map(() => `*l${number - 1}`).join(', ')}], `}k${number}: 1 }`
  expect(faultsIn(customer('metadata:', ...NINE.map((number) => `  ${level(number)}`)))).toEqual([
    '1.yaml:2:3 customers.a has more than 20000 values, once its aliases are followed.',
  ])
  expect(faultsIn(NINE.map(level).join('\n')).join('\n')).toContain(' l5.<< has more than 20000 values')
})
