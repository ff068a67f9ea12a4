import { option } from '../../lib/settings/option-row.ts'
import { text } from '../../lib/settings/option-types.ts'
import { providerIssuer } from './sign-in-options.ts'

/** Settings of the access tokens that `/mcp` accepts beside API keys. */
export const tokenOptions = {
  mcpIssuer: option({
    env: 'PURSER_MCP_ISSUER',
    flag: 'mcp-issuer',
    type: providerIssuer,
    default: null,
    description:
      'The issuer URL of the OAuth provider whose access tokens /mcp accepts beside API keys, for clients on the web. Write it exactly as the ' +
      "provider's metadata names it. It needs PURSER_PUBLIC_URL. A token acts as the agent's key with its subject and client in `mcpToken`. " +
      'Absent: /mcp accepts only API keys.',
    example: 'https://login.example.com/realms/company',
  }),
  mcpAudience: option({
    env: 'PURSER_MCP_AUDIENCE',
    flag: 'mcp-audience',
    type: text('an audience of at most 255 characters', /^[\x21-\x7e]{1,255}$/),
    default: null,
    description:
      'The audience that access tokens for /mcp have to name. Absent: the URL of /mcp, which is PURSER_PUBLIC_URL and /mcp. Set it only for an ' +
      'issuer that gives tokens an audience of its own.',
    example: 'https://purser.example.com/mcp',
  }),
  mcpAccount: option({
    env: 'PURSER_MCP_ACCOUNT',
    flag: 'mcp-account',
    type: text('the id of an account', /^acct_[0-9a-hjkmnp-tv-z]{26}$/),
    default: null,
    description:
      'The account in which access tokens act. Absent: the only account. If there are several, no key can be made for them.',
    example: 'acct_01jq8w5n3f7k2m9x4c6v8b1d0e',
  }),
}
