import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenIdProvider, { type Context } from 'oidc-provider'

export const PROVIDER_CLIENT_ID = 'purser'
export const PROVIDER_CLIENT_SECRET = 'k3yQ0rT7vW1xZ9bN4mC6'
const SCOPES = 'openid email profile'

type Claims = Record<string, unknown>

/** A real OpenID Connect provider on this machine, with the people of a company. */
export interface CompanyProvider {
  readonly issuer: string
  /** The claims of each person at the sign-in provider, by subject. */
  readonly people: Map<string, Claims>
  /** The settings of a Purser that uses this sign-in provider. */
  settings(publicUrl: string): Record<string, string>
  /** Changes the claims in the sign-in provider's tokens from now on, signed with its own key. No honest provider sends such tokens. */
  lie(change: ((claims: Claims) => Claims) | null): void
  /** Sets whether tokens are signed with a key that the sign-in provider does not publish. */
  signWithAnotherKey(does: boolean): void
  /** Sets the sign-in provider's answers from now on, by the path. Undefined: its usual answer. */
  answerWith(answer: ((path: string) => { status: number; body: string } | 'nothing' | undefined) | null): void
  stop(): Promise<void>
}

export interface CompanyProviderOptions {
  /** The addresses to which the sign-in provider may send browsers back. */
  readonly redirectUris: readonly string[]
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const KID = 'company'

export async function startCompanyProvider({ redirectUris }: CompanyProviderOptions): Promise<CompanyProvider> {
  const own = newKey()
  const foreign = newKey()
  let lies: ((claims: Claims) => Claims) | null = null
  let isForeign = false
  let instead: Parameters<CompanyProvider['answerWith']>[0] = null
  const people = new Map<string, Claims>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new OpenIdProvider(issuer, {
    clients: [
      {
        client_id: PROVIDER_CLIENT_ID,
        client_secret: PROVIDER_CLIENT_SECRET,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 86_400 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_ctx: Context, sub: string) => {
      const claims = people.get(sub)
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) }
    },
    // Every person has already agreed that Purser may read their identity.
    loadExistingGrant: async ({ oidc }: Context) => {
      if (oidc === undefined) return undefined
      const ids = { clientId: oidc.client.clientId, accountId: oidc.session.accountId }
      const grant = new oidc.provider.Grant(ids)
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: KID, alg: 'RS256', use: 'sig' }] },
    features: { devInteractions: { enabled: true } },
  })
  provider.use(async (ctx, next) => {
    await next()
    const tokens = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || tokens?.id_token === undefined || (lies === null && !isForeign)) return
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims
    ctx.body = { ...tokens, id_token: signed(lies?.(claims) ?? claims, isForeign ? foreign : own) }
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    const answer = instead?.(new URL(request.url ?? '/', issuer).pathname)
    if (answer === 'nothing') return
    if (answer === undefined) handle(request, response)
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  return {
    issuer,
    people,
    settings: (publicUrl) => ({
      PURSER_PUBLIC_URL: publicUrl,
      PURSER_OIDC_ISSUER: issuer,
      PURSER_OIDC_CLIENT_ID: PROVIDER_CLIENT_ID,
      PURSER_OIDC_CLIENT_SECRET: PROVIDER_CLIENT_SECRET,
      PURSER_OIDC_ROLES: 'leads=owner, finance=admin, approvers=approver, everyone=viewer',
      PURSER_OIDC_NAME: 'Example Corp',
      PURSER_ALLOW_LOCAL_OIDC: 'true',
    }),
    lie: (change) => {
      lies = change
    },
    signWithAnotherKey: (does) => {
      isForeign = does
    },
    answerWith: (answer) => {
      instead = answer
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function signed(claims: Claims, key: ReturnType<typeof newKey>): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = [{ alg: 'RS256', typ: 'JWT', kid: KID }, claims].map(encoded).join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

/** A person's browser at the company's sign-in provider, which keeps the provider's cookies. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  /**
   * Opens the address that Purser gave, signs in as `subject` if the provider asks, and resolves to the address to which the provider sends
   * the browser back.
   */
  async signIn(url: string, subject: string): Promise<URL> {
    const { origin } = new URL(url)
    let next = new URL(url)
    let isSignIn = false
    for (let step = 0; step < 20; step += 1) {
      if (next.origin !== origin) return next
      const form = new URLSearchParams({ prompt: 'login', login: subject, password: 'any' })
      const reply = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(isSignIn ? { method: 'POST', body: form } : {}),
      })
      this.#keep(reply)
      const location = reply.headers.get('location')
      if (location === null && !next.pathname.startsWith('/interaction/'))
        throw new Error(`the provider answers ${reply.status}: ${await reply.text()}`)
      isSignIn = location === null
      next = location === null ? next : new URL(location, next)
    }
    throw new Error('the provider leads nowhere')
  }

  #keep(reply: Response): void {
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}
