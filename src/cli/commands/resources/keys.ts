import type { AccountAdministration } from '../../../app/administration/administration.ts'
import { type ApiKey, roles, tierRequests } from '../../../contract/resources/api-keys.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import { WEEK_MS } from '../../../lib/clock.ts'
import { accountOfCommand } from '../../account-of.ts'
import type { CommandFlag, CommandInvocation } from '../../command.ts'
import { parseDurationMs } from '../../duration.ts'
import { commandLogger } from '../../logger-of.ts'
import { apiMessageInFlags } from '../../remote/fields.ts'
import { chooseAtTerminal } from '../../terminal/choose.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../../terminal/table.ts'
import { shortTimeText } from '../../terminal/time.ts'
import { commandWithActions } from '../../with-actions.ts'

type Act = (administration: AccountAdministration, accountId: string, invocation: CommandInvocation) => Promise<void>

const acts = {
  async create(
    administration: AccountAdministration,
    accountId: string,
    { words: [name], flags, json }: CommandInvocation,
  ) {
    const key = await administration.createKey(accountId, bodyOf(name, flags))
    printCommandAnswer({ json }, key, () => [
      `Created the key ${key.id} with the role ${key.role} in ${accountId}. It may make ${requestsOf(key)}.`,
      'Its secret, shown only now:',
      key.secret,
    ])
  },

  async list(administration: AccountAdministration, accountId: string, { json }: CommandInvocation) {
    const keys = await administration.keys(accountId)
    printCommandAnswer({ json }, { data: keys }, () =>
      terminalTableLines(keys, columns, terminalScreenOf(process.stdout)),
    )
  },

  async revoke(administration: AccountAdministration, accountId: string, { words: [keyId], json }: CommandInvocation) {
    const key = await administration.revokeKey(accountId, String(keyId))
    printCommandAnswer({ json }, key, () => [`Revoked ${key.id} (${key.name}).`])
  },

  async rotate(
    administration: AccountAdministration,
    accountId: string,
    { words: [keyId], flags, json }: CommandInvocation,
  ) {
    const key = await administration.rotateKey(accountId, String(keyId), overlapOf(flags['overlap']))
    printCommandAnswer({ json }, key, () => [
      `Rotated ${key.id} (${key.name}). The previous secret works until ${key.previousSecretUntil}.`,
      'Its new secret, shown only now:',
      key.secret,
    ])
  },
}

/**
 * The longest time, in milliseconds, for which `purser keys rotate` keeps both secrets of a key valid. Somebody who needs longer has
 * forgotten a place that has the secret.
 */
const LONGEST_OVERLAP_MS = WEEK_MS

function overlapOf(given: CommandInvocation['flags'][string] = '24h'): number {
  const overlap = String(given) === '0' ? 0 : parseDurationMs(String(given))
  if (overlap > LONGEST_OVERLAP_MS)
    throw new OperatorError(`--overlap is at most 7d, and ${String(given)} is longer. Nothing was changed.`)
  return overlap
}

const account: CommandFlag = { type: 'string', value: 'acct_...', description: 'Which account, if there are several.' }

export const keysCommand = commandWithActions({
  create: {
    summary: 'Create an API key.',
    usage: `purser keys create <name> --role ${roles.join('|')} [flags]`,
    details:
      'On a terminal, it asks for the role if it is missing. The last line is the secret. It is shown only then.',
    examples: ['purser keys create dashboard --role read', 'purser keys create bot --role agent --agent agt_...'],
    words: ['<name>'],
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
      'mcp-token-subject': {
        type: 'string',
        value: 'sub',
        description: 'Access tokens of PURSER_MCP_ISSUER with this subject act as the key at /mcp.',
      },
      'mcp-token-client': {
        type: 'string',
        value: 'client-id',
        description: 'The client of these tokens, which has to be given together with their subject.',
      },
      'expires-at': {
        type: 'string',
        value: '2027-01-31T00:00:00.000Z',
        description: 'The time at which the key expires.',
      },
      account,
    },
    async run(invocation) {
      const asked = invocation.flags['role'] === undefined ? { role: await chosenRole() } : {}
      await inAccount(acts.create, { ...invocation, flags: { ...invocation.flags, ...asked } })
    },
  },
  list: {
    summary: 'List API keys, without their secrets.',
    usage: 'purser keys list [--account acct_...]',
    examples: ['purser keys list'],
    flags: { account },
    run: (invocation) => inAccount(acts.list, invocation),
  },
  rotate: {
    summary: 'Give an API key a new secret.',
    usage: 'purser keys rotate <key id> [--overlap 24h] [--account acct_...]',
    details:
      'The previous secret works until the overlap ends; one from before that ends at once. The last line is the new secret. It is shown only then.',
    examples: [
      'purser keys rotate key_01kdvy2n7rj4t8w0q3m5x9zb6c',
      'purser keys rotate key_01kdvy2n7rj4t8w0q3m5x9zb6c --overlap 0',
    ],
    words: ['<key id>'],
    flags: {
      overlap: {
        type: 'string',
        value: '24h',
        description: 'How long the previous secret still works, from 0 to 7d [24h].',
      },
      account,
    },
    run: (invocation) => inAccount(acts.rotate, invocation),
  },
  revoke: {
    summary: 'End an API key at once.',
    usage: 'purser keys revoke <key id> [--account acct_...]',
    examples: ['purser keys revoke key_01kdvy2n7rj4t8w0q3m5x9zb6c'],
    words: ['<key id>'],
    flags: { account },
    run: (invocation) => inAccount(acts.revoke, invocation),
  },
})

async function inAccount(act: Act, invocation: CommandInvocation): Promise<void> {
  const { settings, flags } = invocation
  const { withAccountAdministration: administer } = await import('../../../app/administration/administration.ts')
  await administer(settings, await commandLogger(settings), async (administration) =>
    act(administration, accountOfCommand(await administration.accounts(), flags['account']), invocation),
  ).catch((error: unknown) => {
    throw error instanceof OperatorError ? new OperatorError(apiMessageInFlags(error.message, flagOf)) : error
  })
}

/** Asks for the role of a new key. The role has no default, so that nobody gets an admin key by leaving out a word. */
const chosenRole = (): Promise<string> =>
  chooseAtTerminal({
    question: 'Which role?',
    choices: roles,
    otherwise: `A key needs a role: add --role ${roles.join('|')}`,
  })

/** The flags of `purser keys create`, by the field of the body of `POST /api-keys` that each one gives. */
const flagOf = new Map([
  ['role', 'role'],
  ['agentId', 'agent'],
  ['tier', 'tier'],
  ['requestsPerMinute', 'requests-per-minute'],
  ['allowedAddresses', 'allowed-addresses'],
  ['mcpCardDetails', 'mcp-card-details'],
  ['mcpToken.subject', 'mcp-token-subject'],
  ['mcpToken.clientId', 'mcp-token-client'],
  ['expiresAt', 'expires-at'],
])

/** The body of `POST /api-keys` for the flags of `purser keys create`. */
function bodyOf(name: string | undefined, flags: CommandInvocation['flags']): object {
  const given = [...flagOf].flatMap(([field, flag]) => (flags[flag] === undefined ? [] : [[field, flags[flag]]]))
  const {
    requestsPerMinute,
    allowedAddresses,
    'mcpToken.subject': subject,
    'mcpToken.clientId': clientId,
    ...body
  } = Object.fromEntries(given) as Record<string, string>
  return {
    name,
    ...body,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute: Number(requestsPerMinute) }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses: allowedAddresses.split(',') }),
    ...(subject === undefined && clientId === undefined ? {} : { mcpToken: { subject, clientId } }),
  }
}

function requestsOf({ role, tier, requestsPerMinute }: ApiKey): string {
  const most = requestsPerMinute ?? (role === 'network' ? null : tierRequests[tier])
  const more = tier === 'standard' ? ` (${tierRequests.pro} with --tier pro)` : ''
  return most === null ? 'any number of requests' : `${most} requests a minute${more}`
}

const columns: TerminalTableColumn<ApiKey>[] = [
  { title: 'id', of: ({ id }) => id, whole: true },
  { title: 'name', of: ({ name }) => name },
  { title: 'role', of: ({ role }) => role, whole: true },
  { title: 'agent', of: ({ agentId }) => agentId, optional: true },
  { title: 'tier', of: ({ tier }) => tier, optional: true },
  { title: 'created', of: ({ createdAt }) => shortTimeText(createdAt), optional: true },
  { title: 'used', of: ({ lastUsedAt }) => shortTimeText(lastUsedAt), optional: true },
  {
    title: 'ends',
    of: ({ revokedAt, expiresAt }) =>
      revokedAt === undefined ? shortTimeText(expiresAt) : `revoked ${shortTimeText(revokedAt)}`,
    paint: ({ revokedAt }) => (revokedAt === undefined ? undefined : 'dim'),
  },
]
