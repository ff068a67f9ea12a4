/** The rows of the error catalogue for access tokens, with which only `/mcp` is called. */
export const accessTokenErrors = {
  invalid_token: {
    status: 401,
    message: 'The access token is not valid here.',
    hint: 'Get a new token from the issuer for this resource: the URL in the header `WWW-Authenticate` names both.',
    retryable: false,
  },
  insufficient_scope: {
    status: 403,
    message: 'The access token lacks a scope that this call needs.',
    hint: 'Get a token with the scopes in `details.scopes` from the issuer.',
    retryable: false,
  },
  token_not_bound: {
    status: 403,
    message: 'The access token is valid, but acts as no agent.',
    hint: 'Have an admin make an agent key with `mcpToken`: the `subject` and `clientId` in `details`.',
    retryable: false,
  },
} as const
