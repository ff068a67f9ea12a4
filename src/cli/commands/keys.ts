import { type Administration, administer } from '../../app/administration.ts'
import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { ApiKey } from '../../contract/api-keys.ts'
import { accountOf } from '../account-of.ts'
import type { Command, Invocation } from '../command.ts'

const usage = `purser keys create <name> [--role admin] [--agent agt_...] [--tier standard] [--requests-per-minute n]
                         [--allowed-addresses 203.0.113.0/24,2001:db8::/32] [--expires-at 2027-01-31T00:00:00.000Z]
purser keys list
purser keys revoke <key id>
With more than one account: --account acct_...`

type Action = (administration: Administration, accountId: string, invocation: Invocation) => Promise<void>

const actions: Record<string, Action> = {
  async create(administration, accountId, { words: [, name], flags }) {
    const requestsPerMinute = flags['requests-per-minute']
    const body = {
      name,
      role: flags['role'] ?? 'admin',
      agentId: flags['agent'],
      tier: flags['tier'],
      requestsPerMinute: requestsPerMinute === undefined ? undefined : Number(requestsPerMinute),
      allowedAddresses: flags['allowed-addresses']?.toString().split(','),
      expiresAt: flags['expires-at'],
    }
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const key = await administration.createKey(accountId, given)
    console.log(`Made the key ${key.id} with the role ${key.role} in ${accountId}. Its secret, shown only now:`)
    console.log(key.secret)
  },

  async list(administration, accountId) {
    const keys = await administration.keys(accountId)
    console.table(keys.map(row), ['id', 'name', 'role', 'agent', 'tier', 'created', 'used', 'ends'])
  },

  async revoke(administration, accountId, { words: [, keyId] }) {
    const key = await administration.revokeKey(accountId, String(keyId))
    console.log(`Revoked ${key.id} (${key.name}).`)
  },
}

export const keys: Command = {
  summary: 'Create, list and revoke API keys, also beside a running service.',
  usage,
  flags: {
    account: { type: 'string' },
    role: { type: 'string' },
    agent: { type: 'string' },
    tier: { type: 'string' },
    'requests-per-minute': { type: 'string' },
    'allowed-addresses': { type: 'string' },
    'expires-at': { type: 'string' },
  },

  async run(invocation) {
    const [name = '', subject, ...more] = invocation.words
    const action = actions[name]
    const isComplete = name === 'list' ? subject === undefined : subject !== undefined && more.length === 0
    if (action === undefined || !isComplete) throw new OperatorError(`It is written:\n${usage}`)
    const { settings, flags } = invocation
    await administer(settings, createLogger(settings.logLevel), async (administration) =>
      action(administration, accountOf(await administration.accounts(), flags['account']), invocation),
    )
  },
}

const row = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  role: key.role,
  agent: key.agentId ?? '',
  tier: key.tier,
  created: key.createdAt,
  used: key.lastUsedAt ?? '',
  ends: key.revokedAt === undefined ? (key.expiresAt ?? '') : `revoked ${key.revokedAt}`,
})
