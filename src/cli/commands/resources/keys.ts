import type { Administration } from '../../../app/administration/administration.ts'
import { type ApiKey, roles, tierRequests } from '../../../contract/resources/api-keys.ts'
import { accountOf } from '../../account-of.ts'
import { misused } from '../../command-error.ts'
import type { Command, Invocation } from '../../command.ts'
import { loggerOf } from '../../logger-of.ts'
import { choose } from '../../terminal/choose.ts'
import { screenOf } from '../../terminal/screen.ts'
import { show } from '../../terminal/show.ts'
import { type Column, table } from '../../terminal/table.ts'
import { shortTime } from '../../terminal/time.ts'

type Action = (administration: Administration, accountId: string, invocation: Invocation) => Promise<void>

const actions: Record<string, Action> = {
  async create(administration, accountId, { words: [, name], flags, json }) {
    const key = await administration.createKey(accountId, bodyOf(name, flags))
    show({ json }, key, () => [
      `Made the key ${key.id} with the role ${key.role} in ${accountId}. It may make ${requestsOf(key)}.`,
      'Its secret, shown only now:',
      key.secret,
    ])
  },

  async list(administration, accountId, { json }) {
    const keys = await administration.keys(accountId)
    show({ json }, { data: keys }, () => table(keys, columns, screenOf(process.stdout)))
  },

  async revoke(administration, accountId, { words: [, keyId], json }) {
    const key = await administration.revokeKey(accountId, String(keyId))
    show({ json }, key, () => [`Revoked ${key.id} (${key.name}).`])
  },
}

export const keys: Command = {
  usage: `purser keys create <name> --role ${roles.join('|')}
purser keys list
purser keys revoke <key id>`,
  details:
    'On a terminal, create asks for the role if it is missing. The last line is the secret. It is shown only then.',
  examples: ['purser keys create dashboard --role read', 'purser keys create bot --role agent --agent agt_...'],
  flags: {
    role: { type: 'string', value: roles.join('|'), description: 'What the key may do.' },
    agent: { type: 'string', value: 'agt_...', description: 'The agent that the key is for, with the role agent.' },
    tier: {
      type: 'string',
      value: 'standard|...',
      description: 'The tier, which sets how many requests a minute the key may send.',
    },
    'requests-per-minute': {
      type: 'string',
      value: 'n',
      description: 'Another number of requests a minute than that of the tier.',
    },
    'allowed-addresses': {
      type: 'string',
      value: '203.0.113.0/24,...',
      description: 'The networks from which the key works.',
    },
    'mcp-card-details': {
      type: 'string',
      value: 'plain',
      description: 'Let MCP tools show card numbers to this key, if PURSER_MCP_CARD_DETAILS allows it, too.',
    },
    'expires-at': {
      type: 'string',
      value: '2027-01-31T00:00:00.000Z',
      description: 'The time at which the key expires.',
    },
    account: { type: 'string', value: 'acct_...', description: 'Which account, if there are several.' },
  },
  takesWords: true,

  async run(invocation) {
    const [name = '', subject, ...more] = invocation.words
    const action = actions[name]
    const isComplete = name === 'list' ? subject === undefined : subject !== undefined && more.length === 0
    if (action === undefined || !isComplete) throw misused(this)
    const { settings, flags } = invocation
    const asked = name === 'create' && flags['role'] === undefined ? { role: await chosenRole() } : {}
    const { administer } = await import('../../../app/administration/administration.ts')
    await administer(settings, await loggerOf(settings), async (administration) =>
      action(administration, accountOf(await administration.accounts(), flags['account']), {
        ...invocation,
        flags: { ...flags, ...asked },
      }),
    )
  },
}

/** Asks for the role of a new key. The role has no default, so that nobody gets an admin key by leaving out a word. */
const chosenRole = (): Promise<string> =>
  choose({ question: 'Which role?', choices: roles, otherwise: `A key needs a role: add --role ${roles.join('|')}` })

/** The body of `POST /api-keys` for the flags of `purser keys create`. */
function bodyOf(name: string | undefined, flags: Invocation['flags']): object {
  const requestsPerMinute = flags['requests-per-minute']
  const body = {
    name,
    role: flags['role'],
    agentId: flags['agent'],
    tier: flags['tier'],
    requestsPerMinute: requestsPerMinute === undefined ? undefined : Number(requestsPerMinute),
    allowedAddresses: flags['allowed-addresses']?.toString().split(','),
    mcpCardDetails: flags['mcp-card-details'],
    expiresAt: flags['expires-at'],
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

function requestsOf({ role, tier, requestsPerMinute }: ApiKey): string {
  const most = requestsPerMinute ?? (role === 'network' ? null : tierRequests[tier])
  const more = tier === 'standard' ? ` (${tierRequests.pro} with --tier pro)` : ''
  return most === null ? 'any number of requests' : `${most} requests a minute${more}`
}

const columns: Column<ApiKey>[] = [
  { title: 'id', of: ({ id }) => id, whole: true },
  { title: 'name', of: ({ name }) => name },
  { title: 'role', of: ({ role }) => role, whole: true },
  { title: 'agent', of: ({ agentId }) => agentId, optional: true },
  { title: 'tier', of: ({ tier }) => tier, optional: true },
  { title: 'created', of: ({ createdAt }) => shortTime(createdAt), optional: true },
  { title: 'used', of: ({ lastUsedAt }) => shortTime(lastUsedAt), optional: true },
  {
    title: 'ends',
    of: ({ revokedAt, expiresAt }) =>
      revokedAt === undefined ? shortTime(expiresAt) : `revoked ${shortTime(revokedAt)}`,
    paint: ({ revokedAt }) => (revokedAt === undefined ? undefined : 'dim'),
  },
]
