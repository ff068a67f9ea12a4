import { type ApiKey, apiKeyRoles, requestsPerMinuteOfTier } from '../../../contract/resources/api-keys.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import { WEEK_MS } from '../../../lib/clock.ts'
import { commandAccountFlag, withCommandAccount } from '../../account-of.ts'
import type { CommandInvocation } from '../../command.ts'
import { parseDurationMs } from '../../duration.ts'
import { commandRequestBody } from '../../remote/body.ts'
import {
  type RequestFieldFlags,
  commandFlagsByFieldPath,
  apiMessageWithFlagNames,
  textRequestFlag,
} from '../../remote/fields.ts'
import { chooseAtTerminal } from '../../terminal/choose.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../../terminal/table.ts'
import { shortTimeText } from '../../terminal/text.ts'
import { commandWithActions } from '../../with-actions.ts'

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

/** The flags of `purser keys create` that give fields of the body of `POST /api-keys`. The service checks their values. */
const fields = {
  role: textRequestFlag('role', apiKeyRoles.join('|'), 'What the key may do.'),
  agent: textRequestFlag('agentId', 'agt_...', 'The agent that the key is for, with the role agent.'),
  tier: textRequestFlag('tier', 'standard|...', 'The tier, which sets how many requests a minute the key may send.'),
  'requests-per-minute': {
    ...textRequestFlag('requestsPerMinute', 'n', 'Another number of requests a minute than that of the tier.'),
    read: Number,
  },
  'allowed-addresses': {
    ...textRequestFlag('allowedAddresses', '203.0.113.0/24,...', 'The networks from which the key works.'),
    read: (given) => given.split(','),
  },
  'mcp-card-details': textRequestFlag(
    'mcpCardDetails',
    'plain',
    'Let MCP tools show card numbers to this key, if PURSER_MCP_CARD_DETAILS allows it, too.',
  ),
  'mcp-token-subject': textRequestFlag(
    'mcpToken.subject',
    'sub',
    'Access tokens of PURSER_MCP_ISSUER with this subject act as the key at /mcp.',
  ),
  'mcp-token-client': textRequestFlag(
    'mcpToken.clientId',
    'client-id',
    'The client of these tokens, which has to be given together with their subject.',
  ),
  'expires-at': textRequestFlag('expiresAt', '2027-01-31T00:00:00.000Z', 'The time at which the key expires.'),
} satisfies RequestFieldFlags

export const keysCommand = commandWithActions({
  create: {
    summary: 'Create an API key.',
    usage: `purser keys create <name> --role ${apiKeyRoles.join('|')} [flags]`,
    details:
      'On a terminal, it asks for the role if it is missing. The last line is the secret. It is shown only then.',
    examples: ['purser keys create dashboard --role read', 'purser keys create bot --role agent --agent agt_...'],
    words: ['<name>'],
    flags: { ...fields, account: commandAccountFlag },
    async run({ words: [name], flags, json, settings }) {
      const body = {
        name,
        ...(await commandRequestBody({ ...flags, role: flags['role'] ?? (await chosenRole()) }, fields)),
      }
      const { key, accountId } = await withCommandAccount({ flags, settings }, async ({ createKey }, account) => ({
        key: await createKey(account, body),
        accountId: account,
      })).catch(inFlags)
      printCommandAnswer({ json }, key, () => [
        `Created the key ${key.id} with the role ${key.role} in ${accountId}. It may make ${requestsOf(key)}.`,
        'Its secret, shown only now:',
        key.secret,
      ])
    },
  },
  list: {
    summary: 'List API keys, without their secrets.',
    usage: 'purser keys list [--account acct_...]',
    examples: ['purser keys list'],
    flags: { account: commandAccountFlag },
    async run({ flags, json, settings }) {
      const keys = await withCommandAccount({ flags, settings }, (administration, account) =>
        administration.keys(account),
      )
      printCommandAnswer({ json }, { data: keys }, () =>
        terminalTableLines(keys, columns, terminalScreenOf(process.stdout)),
      )
    },
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
      account: commandAccountFlag,
    },
    async run({ words: [keyId = ''], flags, json, settings }) {
      const key = await withCommandAccount({ flags, settings }, ({ rotateKey }, account) =>
        rotateKey(account, keyId, overlapOf(flags['overlap'])),
      ).catch(inFlags)
      printCommandAnswer({ json }, key, () => [
        `Rotated ${key.id} (${key.name}). The previous secret works until ${key.previousSecretUntil}.`,
        'Its new secret, shown only now:',
        key.secret,
      ])
    },
  },
  revoke: {
    summary: 'End an API key at once.',
    usage: 'purser keys revoke <key id> [--account acct_...]',
    examples: ['purser keys revoke key_01kdvy2n7rj4t8w0q3m5x9zb6c'],
    words: ['<key id>'],
    flags: { account: commandAccountFlag },
    async run({ words: [keyId = ''], flags, json, settings }) {
      const key = await withCommandAccount({ flags, settings }, ({ revokeKey }, account) => revokeKey(account, keyId))
      printCommandAnswer({ json }, key, () => [`Revoked ${key.id} (${key.name}).`])
    },
  },
})

/** Throws an error of the service again, in the words of the shell: a field that a flag gives is named as this flag. */
function inFlags(error: unknown): never {
  throw error instanceof OperatorError
    ? new OperatorError(apiMessageWithFlagNames(error.message, commandFlagsByFieldPath(fields)))
    : error
}

/** Asks for the role of a new key. The role has no default, so that nobody gets an admin key by leaving out a word. */
const chosenRole = (): Promise<string> =>
  chooseAtTerminal({
    question: 'Which role?',
    choices: apiKeyRoles,
    otherwise: `A key needs a role: add --role ${apiKeyRoles.join('|')}`,
  })

function requestsOf({ role, tier, requestsPerMinute }: ApiKey): string {
  const most = requestsPerMinute ?? (role === 'network' ? null : requestsPerMinuteOfTier[tier])
  const more = tier === 'standard' ? ` (${requestsPerMinuteOfTier.pro} with --tier pro)` : ''
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
