/** The card with its rules, and the keys, which the owner has set up before the agent begins. */
export interface Household {
  readonly agentId: string
  readonly agentKey: string
  readonly networkKey: string
  /** Approves a waiting intent as the owner does, after reading it. */
  approve(intentId: string): Promise<void>
}

type Call = <T>(path: string, body: object) => Promise<T>

/** Sets up the household with the key of an admin. */
export async function setUpHousehold(purserUrl: string, adminKey: string): Promise<Household> {
  const call: Call = async <T>(path: string, body: object) => {
    const reply = await fetch(`${purserUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { id: customerId } = await call<{ id: string }>('/customers', { name: { first: 'Ada', last: 'Lovelace' } })
  const { id: agentId } = await call<{ id: string }>('/agents', {
    customerId,
    externalId: `reader-${customerId}`,
    name: 'reader',
  })
  await call('/cards', {
    customerId,
    agentId,
    policy: {
      requireIntent: true,
      onMissingIntent: 'decline',
      onIntentMismatch: 'decline',
      intentTolerancePercent: 0,
      requireApproval: true,
      autoApproveBelow: 3000,
      limits: { perDay: 10_000 },
    },
  })
  const agent = await call<{ secret: string }>('/api-keys', { name: 'reader', role: 'agent', agentId })
  const network = await call<{ secret: string }>('/api-keys', { name: 'bank of the shop', role: 'network' })
  return {
    agentId,
    agentKey: agent.secret,
    networkKey: network.secret,
    approve: async (intentId) => {
      await call(`/intents/${intentId}/approve`, { note: 'Shipping is fine' })
    },
  }
}
