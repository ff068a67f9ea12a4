import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ErrorReplyBody, errorCatalogue } from '../../src/contract/errors.ts'
import { markdownCode, markdownTable } from '../../tools/generate/generated-file.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { type Mistake, mistakes } from './mistakes.ts'

const PAGE = join(import.meta.dirname, '../../docs/reference/mistakes.md')

let test: TestPurser
/** What stands for `{cardId}` and its like. */
let known: Record<string, string>
beforeAll(async () => {
  test = await startPurser({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false' })
  known = await world(test)
})
afterAll(() => test.stop())

async function world({ purser }: TestPurser): Promise<Record<string, string>> {
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: otherCustomerId } = await purser.customers.create({ email: 'grace@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'buyer' })
  const agent = await purser.apiKeys.create({ name: 'agent', role: 'agent', agentId })
  const reader = await purser.apiKeys.create({ name: 'reader', role: 'read' })
  const card = async (more: object = {}) => (await purser.cards.create({ customerId, ...more })).id
  const cardId = await card()
  const closedCardId = await card()
  await purser.cards.close(closedCardId)
  return {
    customerId,
    otherCustomerId,
    agentId,
    cardId,
    closedCardId,
    frozenCardId: await card({ status: 'frozen' }),
    strictCardId: await card({ policy: { requireIntent: true } }),
    pan: (await purser.cards.details(cardId)).pan,
    secret: TEST_API_KEY,
    readSecret: reader.secret,
    agentSecret: agent.secret,
    keyId: reader.id,
  }
}

const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
const textOf = ({ body }: Mistake): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body)

interface Played {
  readonly status: number
  readonly text: string
  readonly error: ErrorReplyBody['error']
}

async function play(mistake: Mistake): Promise<Played> {
  const [method = '', path = ''] = mistake.request.split(' ')
  const body = textOf(mistake)
  const usual = {
    Authorization: `Bearer ${TEST_API_KEY}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const headers = Object.entries({ ...usual, ...mistake.headers }).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, filled(value)]],
  )
  const reply = await fetch(`${test.baseUrl.replace(/\/v1$/, '')}${filled(path)}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: filled(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, text, error: (JSON.parse(text) as ErrorReplyBody).error }
}

const all = Object.values(mistakes).flat()

it.each(all)('is answered with what to do, and without secrets and ids: $what: $request', async (mistake) => {
  const { status, text, error } = await play(mistake)
  expect(status).toBe(errorCatalogue[error.code].status)
  expect([error.message, error.hint]).toEqual([expect.stringMatching(/^[A-Z`].*\.$/), expect.stringMatching(/[.?]$/)])
  expect(error.hint).not.toBe(errorCatalogue.invalid_request.hint)
  for (const sent of Object.values(known)) expect(text).not.toContain(sent)
})

it('the page of mistakes shows 60 and more of them, as they are answered: renew it with `vitest run test/mistakes -u`', async () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
  const sections: string[] = []
  for (const [title, group] of Object.entries(mistakes)) {
    const rows: string[][] = []
    for (const mistake of group) rows.push(row(mistake, await play(mistake)))
    sections.push(`## ${title}\n\n${markdownTable(['Mistake', 'Sent', 'Answer', 'Message', 'Hint'], rows)}\n`)
  }
  await expect([HEAD, ...sections].join('\n')).toMatchFileSnapshot(PAGE)
})

const HEAD = `<!-- Generated from test/mistakes/mistakes.ts by \`npx vitest run test/mistakes -u\`. Do not edit. -->

# Typical mistakes

What is sent by mistake, and what Purser answers: the status, the \`code\`, the \`param\` where a field is at fault, the message
and the hint. Each row is played against a running service. \`{cardId}\` and its like stand for ids and keys that are there. Where
no header is shown, a valid key and \`Content-Type: application/json\` are sent. All codes are in [errors.md](errors.md).
`

function row(mistake: Mistake, { status, error }: Played): string[] {
  const answer = [
    String(status),
    markdownCode(error.code),
    ...(error.param === undefined ? [] : [`at ${markdownCode(error.param)}`]),
  ]
  return [mistake.what, sentOf(mistake), answer.join(' '), error.message, error.hint ?? '']
}

function sentOf(mistake: Mistake): string {
  const headers = Object.entries(mistake.headers ?? {}).map(([name, value]) =>
    value === null ? `no ${markdownCode(name)}` : markdownCode(`${name}: ${value}`.trim()),
  )
  const body = textOf(mistake)
  return [markdownCode(mistake.request), ...headers, ...(body === undefined ? [] : [markdownCode(body)])].join('<br>')
}
