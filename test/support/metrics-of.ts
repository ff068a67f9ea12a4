import { API_KEY } from './processes/start-node.ts'

/** The text of a node's metrics, which may be a second old. */
export async function metricsOf(baseUrl: string, apiKey = API_KEY): Promise<string> {
  const reply = await fetch(new URL('/metrics', baseUrl), { headers: { authorization: `Bearer ${apiKey}` } })
  return reply.text()
}
