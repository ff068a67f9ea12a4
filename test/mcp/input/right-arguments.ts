import type { Client } from '@modelcontextprotocol/client'
import { call, errandOf, inputsOf } from '../agent-rig.ts'

/** Arguments for each tool that it takes. */
export async function rightArguments(client: Client): Promise<Readonly<Record<string, Record<string, unknown>>>> {
  const errand = errandOf('fuzz')
  const { said } = await call(client, 'declare_intent', errand)
  const ask = { action: 'ask', merchant: 'Names Ltd', maxAmount: 900, every: 'month', purpose: 'A domain' }
  return {
    ...inputsOf(errand, said['intentId']),
    get_budget: {},
    list_intents: {},
    list_transactions: {},
    explain_decline: {},
    freeze_card: {},
    manage_subscription: ask,
  }
}
