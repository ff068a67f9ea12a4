import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

type Claims = Record<string, unknown>

/** A small OAuth provider on this machine, with keys of its own. It agrees to everything. */
export interface TestTokenIssuer {
  readonly issuer: string
  /** A valid access token for the resource, with these claims and header fields changed. A claim that is undefined is left out. */
  token(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** An access token without a signature (`none`), or one signed with the public key as if it were a secret (`HS256`). */
  forged(alg: 'none' | 'HS256'): Promise<string>
  /** Makes the OAuth issuer sign with a new key from now on, and publish only that key. */
  rotate(): Promise<void>
  /** Sets whether the OAuth issuer signs with a key that it does not publish. */
  signWithAnotherKey(does: boolean): void
  /** The number of times that the OAuth issuer's keys were read. */
  readonly keyReads: number
  /** Sets whether the OAuth issuer answers 500 to every request. */
  setAway(is: boolean): void
  stop(): Promise<void>
}

interface Signer {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export const TEST_CLIENT = 'https://agents.example/client.json'
export const TEST_SUB = 'ada'
const ALG = 'ES256'

const newSigner = async (): Promise<Signer> => ({
  kid: randomUUID(),
  ...(await generateKeyPair(ALG, { extractable: true })),
})

export async function startTestTokenIssuer(audience: string): Promise<TestTokenIssuer> {
  let signer = await newSigner()
  const another = await newSigner()
  let isForeign = false
  let isAway = false
  let keyReads = 0
  /** The parameters of each OAuth authorization request that the person agreed to, by the authorization code that the client got for it. */
  const grants = new Map<string, URLSearchParams>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/company`

  const seconds = (fromNow = 0): number => Math.floor(Date.now() / 1000) + fromNow
  const usual = (): Claims => ({
    iss: issuer,
    aud: audience,
    sub: TEST_SUB,
    client_id: TEST_CLIENT,
    scope: 'purser:read purser:spend',
    iat: seconds(),
    exp: seconds(300),
  })
  const token = (claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> =>
    new SignJWT({ ...usual(), ...claims })
      .setProtectedHeader({ alg: ALG, typ: 'at+jwt', kid: signer.kid, ...header })
      .sign((isForeign ? another : signer).privateKey)
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  const answers: Record<string, (request: IncomingMessage, url: URL) => Promise<object | URL> | object> = {
    '/.well-known/oauth-authorization-server/company': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/company/keys': async () => {
      keyReads += 1
      return { keys: [{ ...(await exportJWK(signer.publicKey)), kid: signer.kid, alg: ALG, use: 'sig' }] }
    },
    '/company/authorize': (_request, { searchParams: asked }) => {
      const code = randomUUID()
      grants.set(code, asked)
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, iss: issuer, state: asked.get('state') ?? '' }).toString()
      return back
    },
    '/company/token': async (request) => {
      const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      const grant = grants.get(body.get('code') ?? '')
      const proof = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      if (grant?.get('code_challenge') !== proof) return { error: 'invalid_grant' }
      const scope = grant.get('scope') ?? ''
      const accessToken = await token({ aud: body.get('resource'), client_id: body.get('client_id'), scope })
      return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, scope }
    },
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer)
    const answer = isAway ? undefined : answers[url.pathname]
    if (answer === undefined) {
      response.writeHead(isAway ? 500 : 404).end()
      return
    }
    const said = await answer(request, url)
    if (said instanceof URL) {
      response.writeHead(302, { location: said.href }).end()
      return
    }
    const status = 'error' in said ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }
  server.on('request', (request, response) => void respond(request, response))
  return {
    issuer,
    token,
    forged: async (alg) => {
      if (alg === 'none') return `${encoded({ alg, typ: 'at+jwt', kid: signer.kid })}.${encoded(usual())}.`
      return new SignJWT(usual())
        .setProtectedHeader({ alg, typ: 'at+jwt', kid: signer.kid })
        .sign(Buffer.from(await exportSPKI(signer.publicKey)))
    },
    rotate: async () => {
      signer = await newSigner()
    },
    signWithAnotherKey: (does) => {
      isForeign = does
    },
    get keyReads() {
      return keyReads
    },
    setAway: (is) => {
      isAway = is
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
