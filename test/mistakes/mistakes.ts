/** One request that somebody new gets wrong. `{cardId}` and its like stand for ids and secrets that are there. */
export interface Mistake {
  readonly what: string
  /** Method and path. */
  readonly request: string
  /** A text is sent as it is. */
  readonly body?: object | string
  /** Of the usual headers, those that differ; `null` leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
}

type Rest = Partial<Pick<Mistake, 'body' | 'headers'>>
const mistake = (what: string, request: string, rest: Rest = {}): Mistake => ({ what, request, ...rest })

const key = (what: string, authorization: string | null): Mistake =>
  mistake(what, 'GET /v1/cards', { headers: { Authorization: authorization } })

const keys = [
  key('No key', null),
  key('`Bearer` without a key', 'Bearer'),
  key('The key without `Bearer`', '{secret}'),
  key('Basic in place of Bearer', 'Basic c2tfLi4uOg=='),
  key('Another word for `Bearer`', 'Token {secret}'),
  key('Quotes around the key', 'Bearer "{secret}"'),
  key('A variable that the shell left as it is', 'Bearer $PURSER_API_KEY'),
  key("The key's id in place of its secret", 'Bearer {keyId}'),
  key('A key cut off', 'Bearer sk_abc'),
  key('A key of another installation', `Bearer sk_${'0123456789'.repeat(4)}`),
  mistake('A key that may only read', 'POST /v1/cards', {
    headers: { Authorization: 'Bearer {readSecret}' },
    body: { customerId: '{customerId}' },
  }),
  mistake('A page of another origin: the preflight of its browser', 'OPTIONS /v1/cards', {
    headers: { Authorization: null, Origin: 'https://shop.example.com', 'Access-Control-Request-Method': 'POST' },
  }),
]

const paths = [
  mistake('No `/v1`', 'GET /cards'),
  mistake('Another version', 'GET /v2/cards'),
  mistake('`/api` before it', 'GET /api/v1/cards'),
  mistake('The singular', 'GET /v1/card/{cardId}'),
  mistake('The singular of a list', 'POST /v1/cards/{cardId}/intent', { body: { purpose: 'Ink' } }),
  mistake('A slip in an action', 'POST /v1/cards/{cardId}/frezee'),
  mistake('Underscores', 'GET /v1/api_keys'),
  mistake('The form of a list as an ending', 'GET /v1/transactions.csv'),
  mistake('A path that is none', 'GET /v1/wallets'),
  mistake('Two slashes, from a URL that ends in one', 'GET //v1/cards'),
  mistake('A capture, which is called settle', 'POST /v1/network/authorizations/{transactionId}/capture'),
  mistake('A step of a transaction', 'POST /v1/transactions/{transactionId}/void'),
  mistake('A refund of a transaction', 'POST /v1/transactions/{transactionId}/refund'),
  mistake('The test clock where it is off', 'POST /v1/test-clock/advance', { body: { seconds: 60 } }),
  mistake('PUT in place of PATCH', 'PUT /v1/cards/{cardId}', { body: { status: 'frozen' } }),
  mistake('DELETE to close a card', 'DELETE /v1/cards/{cardId}'),
]

const broken = (what: string, body: string): Mistake => mistake(what, 'POST /v1/customers', { body })

const bodies = [
  broken('A comma after the last field', '{"email": "ada@example.com",}'),
  broken('Single quotes', "{'email': 'ada@example.com'}"),
  broken('A name without quotes', '{email: "ada@example.com"}'),
  broken('A brace left open', '{"email": "ada@example.com"'),
  broken('A comma left out', '{"email": "ada@example.com" "phone": "555 0100"}'),
  broken('Typographic quotes', '{\u201cemail\u201d: \u201cada@example.com\u201d}'),
  broken('A comment', '{"email": "ada@example.com"} // Ada'),
  broken("Another language's words", '{"email": None}'),
  broken('A list in place of an object', '[{"email": "ada@example.com"}]'),
  broken('A member twice', '{"email": "ada@example.com", "email": "grace@example.com"}'),
  broken('A member twice, further in', '{"email": "ada@example.com", "limits": {"perDay": 5000, "perDay": 500000}}'),
  broken(
    "An id of another system that JSON's numbers do not hold",
    '{"email": "ada@example.com", "metadata": {"erp": 12345678901234567890}}',
  ),
  mistake('A form, as `curl -d` sends it without a header', 'POST /v1/customers', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'email=ada@example.com',
  }),
  mistake('A compressed body', 'POST /v1/customers', {
    headers: { 'Content-Encoding': 'gzip' },
    body: { email: 'ada@example.com' },
  }),
  mistake('Another encoding than UTF-8', 'POST /v1/customers', {
    headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    body: { email: 'ada@example.com' },
  }),
]

const customer = (what: string, body: object): Mistake => mistake(what, 'POST /v1/customers', { body })
const policy = (what: string, sent: object): Mistake =>
  mistake(what, 'PATCH /v1/cards/{cardId}', { body: { policy: sent } })
const hours = (what: string, part: object): Mistake =>
  policy(what, { activeHours: { timezone: 'Europe/Berlin', days: [1], from: '09:00', to: '17:00', ...part } })

const fields = [
  customer('Two letters swapped', { emial: 'ada@example.com' }),
  customer('No email and no name', {}),
  customer('An email address that is none', { email: 'ada' }),
  mistake('Underscores in a field', 'POST /v1/cards', { body: { customer_id: '{customerId}' } }),
  mistake('A field that is missing', 'POST /v1/cards', { body: { type: 'virtual' } }),
  mistake('A value that is not one of those allowed', 'POST /v1/cards', {
    body: { customerId: '{customerId}', usage: 'singel' },
  }),
  policy('A misspelt limit', { limits: { perday: 5000 } }),
  policy('A limit beside the limits', { perAuth: 5000 }),
  mistake('A limit of the policy beside the policy', 'POST /v1/cards', {
    body: { customerId: '{customerId}', perAuth: 5000 },
  }),
  mistake("An end by another service's name", 'POST /v1/cards', {
    body: { customerId: '{customerId}', expiresAt: '2026-12-31T00:00:00Z' },
  }),
  policy('A limit as a text', { limits: { perDay: '5000' } }),
  policy('A limit in dollars and cents', { limits: { perDay: 49.99 } }),
  policy('A negative limit', { limits: { perDay: -1 } }),
  policy('A text in place of a list', { allowedMccs: '5734' }),
  policy('A category that is no code', { allowedMccs: ['software'] }),
  policy('A country by its name', { allowedCountries: ['Germany'] }),
  policy('A country by a code that it does not have', { blockedCountries: ['US', 'UK'] }),
  policy('A union in place of its countries', { allowedCountries: ['EU'] }),
  policy('A text in place of true or false', { requireIntent: 'yes' }),
  hours('An hour without its zero', { from: '9:00' }),
  hours('Sunday as 7', { days: [7] }),
  hours('Days by their names', { days: ['mon'] }),
  hours('A time zone that is none', { timezone: 'CEST/Berlin' }),
  mistake('A page that is too long', 'GET /v1/cards?limit=500'),
  mistake('A misspelt parameter', 'GET /v1/cards?costumerId={customerId}'),
  mistake('The form of a list as a parameter', 'GET /v1/transactions?format=csv'),
  mistake('A decision as a status', 'GET /v1/transactions?status=approved'),
  mistake('A `+` in an address that was not encoded', 'GET /v1/customers?email=ada+shop@example.com'),
  mistake('A page number', 'GET /v1/cards?page=2'),
  mistake('A cursor made by hand', 'GET /v1/cards?cursor=2'),
  mistake('A time without its offset', 'GET /v1/transactions?createdAfter=2026-01-31'),
  mistake('A `+` that was not encoded', 'GET /v1/transactions?createdAfter=2026-01-31T00:00:00+02:00'),
  mistake('A key of an agent without the agent', 'POST /v1/api-keys', { body: { name: 'buyer', role: 'agent' } }),
  mistake('An intent without its purpose', 'POST /v1/cards/{cardId}/intents', { body: { expectedAmount: 2500 } }),
  mistake('Half a name', 'POST /v1/cards/{cardId}/intents', { body: { purpose: 'Ink', amount: 2500 } }),
  mistake('A card number in a text', 'POST /v1/cards/{cardId}/intents', { body: { purpose: 'Pay with {pan}' } }),
  mistake('An evaluation of nothing', 'POST /v1/spend/evaluate', { body: { amount: 2500 } }),
]

const ids = [
  mistake("An agent's id as a card's", 'GET /v1/cards/{agentId}'),
  mistake("A customer's id as an agent's", 'POST /v1/cards', {
    body: { customerId: '{customerId}', agentId: '{customerId}' },
  }),
  mistake("A card's id as an intent's", 'POST /v1/intents/{cardId}/cancel'),
  mistake('A name as an id', 'GET /v1/customers/ada'),
  mistake('A placeholder of the documentation', 'GET /v1/cards/%7BcardId%7D'),
  mistake('A variable of the shell that is empty', 'GET /v1/cards//policy'),
  mistake('A variable of JavaScript that is not set', 'GET /v1/cards/undefined'),
  mistake('Capital letters', 'GET /v1/cards/CARD_01M82FECSE0RD278N3WXB2Q204'),
  mistake('An id without its beginning', 'GET /v1/cards/01m82fecse0rd278n3wxb2q204'),
  mistake('A name of the files of `purser apply`', 'POST /v1/cards', { body: { customerId: 'northwind' } }),
  mistake("A card of another agent, by an agent's key", 'GET /v1/cards/{cardId}', {
    headers: { Authorization: 'Bearer {agentSecret}' },
  }),
  mistake('An id that nothing has', 'GET /v1/cards/card_00000000000000000000000000'),
  mistake("Another customer's agent", 'POST /v1/cards', {
    body: { customerId: '{otherCustomerId}', agentId: '{agentId}' },
  }),
]

const webhook = (what: string, url: string, events: readonly string[] = ['*']): Mistake =>
  mistake(what, 'POST /v1/webhooks', { body: { url, events } })

const webhooks = [
  webhook('This machine', 'http://localhost:9000/hook'),
  webhook('A private address', 'https://192.168.1.20/hook'),
  webhook('http', 'http://hooks.example.com/purser'),
  webhook('No scheme', 'hooks.example.com/purser'),
  webhook('An event that is none', 'https://hooks.example.com/purser', ['card.create']),
]

const standing = [
  mistake('An action on a closed card', 'POST /v1/cards/{closedCardId}/unfreeze'),
  mistake('The number of a frozen card', 'POST /v1/cards/{frozenCardId}/details'),
  mistake('A number without the intent that the policy asks for', 'POST /v1/cards/{strictCardId}/details'),
  mistake('An empty Idempotency-Key', 'POST /v1/customers', {
    headers: { 'Idempotency-Key': '' },
    body: { email: 'ada@example.com' },
  }),
]

export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  'The key': keys,
  'The path': paths,
  'The body': bodies,
  'The fields': fields,
  'The ids': ids,
  'The address of a webhook': webhooks,
  'How things stand': standing,
}
