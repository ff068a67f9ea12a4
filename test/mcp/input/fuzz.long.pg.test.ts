import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentTools } from '../../../src/mcp/tools.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { call, connect, endpoint, type Said, someAgent } from '../agent-rig.ts'
import { rightArguments } from './right-arguments.ts'
import { faultsOf } from '../tool-faults.ts'

/** Calls every tool with what models and their clients send in place of what a schema says. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const ODD: readonly unknown[] = [
  '',
  null,
  '.',
  '..',
  '../cards',
  ' ',
  'USA',
  'us',
  'bookshop',
  5942,
  24.0,
  24.5,
  '24.00',
  '$24',
  '4200',
  '-1',
  -1,
  0,
  1e15,
  1e21,
  'true',
  'False',
  [],
  {},
  '[]',
  '[{"description":"A book","quantity":"1","amount":"1200"}]',
  '{not json',
  'https://shop.example/checkout?cart=12',
  'shop.example',
  'cust_01m8h7zzzzzzzzzzzzzzzzzzzz',
  'int_nope',
  'x'.repeat(5000),
]

const fieldsOf = (name: string) => Object.keys(agentTools.find((one) => one.name === name)?.input.properties ?? {})

interface Sent {
  readonly name: string
  readonly args: Record<string, unknown>
}

/** Everything that is wrong with the answers to calls, as a list that is easy to read. */
async function faultsIn(client: Client, calls: readonly Sent[]): Promise<string[]> {
  const faults: string[] = []
  for (const { name, args } of calls) {
    const answer: Said = await call(client, name, args)
    const told = faultsOf(name, answer)
    faults.push(...told.map((fault) => `${name} ${JSON.stringify(args).slice(0, 120)}: ${fault}`))
  }
  return faults
}

describe.each(agentTools.map(({ name }) => name))('%s', (name) => {
  it('answers what models send with an answer, or with a way out in its own words', async () => {
    const { apiKey } = await someAgent(service)
    const client = await connect(endpoint(service), apiKey)
    const right = (await rightArguments(client))[name] ?? {}
    const odd = fieldsOf(name).flatMap((field) => ODD.map((value) => ({ name, args: { ...right, [field]: value } })))
    const missing = fieldsOf(name).map((field) => ({ name, args: { ...right, [field]: undefined } }))
    const unknown = ['toolCallId', 'sessionId', '_meta', 'merchent', 'amout'].map((field) => ({
      name,
      args: { ...right, [field]: 'call_1' },
    }))
    expect(await faultsIn(client, [...odd, ...missing, ...unknown])).toEqual([])
    await client.close()
  })
})
