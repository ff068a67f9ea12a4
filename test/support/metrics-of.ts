import { TEST_API_KEY } from './processes/start-node.ts'

/** The text of a node's metrics, which may be a second old. */
export async function readNodeMetrics(baseUrl: string, apiKey = TEST_API_KEY): Promise<string> {
  const reply = await fetch(new URL('/metrics', baseUrl), { headers: { authorization: `Bearer ${apiKey}` } })
  return reply.text()
}
