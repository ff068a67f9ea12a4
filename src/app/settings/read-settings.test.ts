import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { exampleApiKeySecret } from '../../contract/example-secret.ts'
import { settingOptionsHelp, settingOptionRows, settingOptions } from './options.ts'
import { readSettings, unknownSettingVariables } from './read-settings.ts'
import { assertServableSettings } from './servable.ts'

const KEY = 'xnGbQZBzCLJDTmUSzhFyl2ePHWxnfnsxsPUsjGiYQ0A='
const OIDC = {
  PURSER_OIDC_ISSUER: 'https://login.example.com',
  PURSER_OIDC_CLIENT_ID: 'purser',
  PURSER_OIDC_ROLES: 'leads=owner',
  PURSER_PUBLIC_URL: 'https://purser.example.com',
}
const URL = 'postgres://purser:hunter2@db/purser'

describe('readSettings', () => {
  it('has the defaults of the contract', () => {
    expect(readSettings({})).toEqual({
      profile: null,
      port: 8420,
      host: '127.0.0.1',
      behindTls: false,
      databaseUrl: null,
      databaseUrlFile: null,
      migrationDatabaseUrl: null,
      migrationDatabaseUrlFile: null,
      dataDirectory: resolve('.purser'),
      adminApiKey: null,
      adminApiKeyFile: null,
      masterKey: null,
      masterKeyFile: null,
      masterKeyCommand: null,
      cardBin: '400000',
      holdDays: 7,
      testClockOnUsedData: false,
      traceRatio: 1,
      maxClockDifferenceMs: 5000,
      numberLifeDays: 180,
      passkeyWaitHours: 24,
      auditDays: null,
      webhookDisableDays: 5,
      credentialReadsPerHour: 10,
      rateLimit: true,
      keylessRequestsPerMinute: 3000,
      metricsPort: null,
      allowPrivateWebhooks: false,
      allowLocalOrigins: false,
      publicUrl: null,
      allowedHosts: [],
      mcp: true,
      mcpCardDetails: 'sealed',
      fillerKeyFile: null,
      stripeAuthorizationSecret: null,
      stripeAuthorizationSecretFile: null,
      stripeEventSecret: null,
      stripeEventSecretFile: null,
      issuer: 'purser',
      stripeKey: null,
      stripeKeyFile: null,
      issuerMirror: 'coarse',
      issuerReveal: 'session',
      stripeCurrencies: ['USD', 'EUR', 'GBP'],
      lithicCurrencies: ['USD'],
      stripeUrl: 'https://api.stripe.com',
      lithicAuthorizationSecret: null,
      lithicAuthorizationSecretFile: null,
      lithicEventSecret: null,
      lithicEventSecretFile: null,
      lithicChallengeSecret: null,
      lithicChallengeSecretFile: null,
      lithicKey: null,
      lithicKeyFile: null,
      lithicEnvironment: 'sandbox',
      lithicUrl: null,
      smtpUrl: null,
      smtpUrlFile: null,
      mailFrom: null,
      passwordSignIn: true,
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcClientSecretFile: null,
      oidcRoles: null,
      oidcName: 'your company account',
      oidcGroupsClaim: 'groups',
      oidcScopes: 'openid email profile',
      oidcAccount: null,
      oidcTrustEmail: false,
      oidcSessionHours: 12,
      allowLocalOidc: false,
      mcpIssuer: null,
      mcpAudience: null,
      mcpAccount: null,
      testClock: false,
      testClockAllowShared: false,
      url: 'http://127.0.0.1:8420/v1',
      apiKey: null,
      apiKeyFile: null,
      maxKeyDays: null,
      trustedProxies: null,
      processes: 1,
      databaseConnections: null,
      drainSeconds: null,
      accessLog: false,
      logLevel: 'info',
    })
  })

  it.each([
    { env: { PORT: '9000' }, expected: { port: 9000 } },
    { env: { PORT: '' }, expected: { port: 8420 } },
    { env: { PORT: '9000' }, flags: { port: '9001' }, expected: { port: 9001 } },
    { env: { PURSER_RATE_LIMIT: 'off' }, expected: { rateLimit: false } },
    { env: { PURSER_MAX_KEY_DAYS: '90' }, expected: { maxKeyDays: 90 } },
    {
      env: { PURSER_TRUSTED_PROXIES: '10.0.0.0/8, ::1/128' },
      expected: { trustedProxies: ['10.0.0.0/8', '::1/128'] },
    },
    {
      env: { PURSER_PUBLIC_URL: 'https://Purser.example.com/' },
      expected: { publicUrl: 'https://purser.example.com' },
    },
    {
      env: { PURSER_PUBLIC_URL: 'HTTPS://purser.example.com:443', PURSER_URL: 'HTTP://LOCALHOST:8420' },
      expected: { publicUrl: 'https://purser.example.com', url: 'HTTP://LOCALHOST:8420' },
    },
    {
      env: { PURSER_ALLOWED_HOSTS: 'Purser, purser.tools.svc.cluster.local,192.168.1.20 , ::1' },
      expected: { allowedHosts: ['purser', 'purser.tools.svc.cluster.local', '192.168.1.20', '[::1]'] },
    },
    { env: { PURSER_TEST_CLOCK: 'true' }, expected: { testClock: true } },
    { env: {}, flags: { 'test-clock': true }, expected: { testClock: true } },
    { env: { PURSER_DATA_DIR: '/data' }, expected: { dataDirectory: '/data' } },
    { env: { DATABASE_URL: URL, PURSER_MASTER_KEY: KEY }, expected: { databaseUrl: URL, masterKey: KEY } },
    {
      env: { PURSER_OIDC_ROLES: 'leads=owner, Finance Team = approver,cn=all,dc=example,dc=com=viewer' },
      expected: {
        oidcRoles: [
          { group: 'leads', role: 'owner' },
          { group: 'Finance Team', role: 'approver' },
          { group: 'cn=all,dc=example,dc=com', role: 'viewer' },
        ],
      },
    },
    { env: { PURSER_MASTER_KEY: `${KEY},${KEY}` }, expected: { masterKey: `${KEY},${KEY}` } },
  ])('reads $env and $flags', ({ env, flags, expected }) => {
    expect(readSettings(env, flags)).toMatchObject(expected)
  })

  it.each([
    {
      env: { PORT: 'http' },
      says: [/^PORT must be a whole number from 0 to 65535; "http" is not\. For instance PORT=/],
    },
    { env: { PORT: '65536' }, says: [/PORT/] },
    { env: { PURSER_MIGRATION_DATABASE_URL: URL }, says: [/without DATABASE_URL/] },
    { env: { PURSER_MAX_KEY_DAYS: '0' }, says: [/PURSER_MAX_KEY_DAYS must be a whole number from 1/] },
    { env: { PURSER_TRUSTED_PROXIES: '10.0.0.1' }, says: [/PURSER_TRUSTED_PROXIES must be networks in CIDR/] },
    { env: { PORT: '-1' }, says: [/PORT/] },
    {
      env: { PURSER_ALLOWED_HOSTS: 'purser:8420' },
      says: [/PURSER_ALLOWED_HOSTS must be names or addresses of hosts without a scheme or port/],
    },
    {
      env: { PURSER_ALLOWED_HOSTS: 'http://purser' },
      says: [/PURSER_ALLOWED_HOSTS must be/],
    },
    {
      env: { PURSER_PUBLIC_URL: 'https://purser.example.com/app' },
      says: [/PURSER_PUBLIC_URL must be .* without a path/],
    },
    { env: { PURSER_API_KEY: ` sk_${'f'.repeat(40)}\r` }, says: [/^PURSER_API_KEY has white space around its value/] },
    { env: { PURSER_HOLD_DAYS: '5 ' }, says: [/^PURSER_HOLD_DAYS has white space around its value/] },
    { env: { PURSER_MAIL_FROM: 'a@example.com, b@example.com' }, says: [/must be one email address/] },
    { env: { PURSER_SMTP_URL: 'smtp://localhost' }, says: [/PURSER_SMTP_URL needs PURSER_MAIL_FROM/] },
    {
      env: { PURSER_SMTP_URL: 'smtp://localhost', PURSER_MAIL_FROM: 'purser@example.com' },
      says: [/PURSER_SMTP_URL needs PURSER_PUBLIC_URL/],
    },
    { env: { PURSER_STRIPE_URL: 'http://api.stripe.com' }, says: [/PURSER_STRIPE_URL must be an https URL/] },
    { env: { PURSER_ISSUER: 'stripe' }, says: [/PURSER_ISSUER=stripe needs PURSER_STRIPE_KEY/] },
    { env: { PURSER_STRIPE_KEY: 'rk_test_0123456789' }, says: [/needs PURSER_STRIPE_AUTHORIZATION_SECRET/] },
    {
      env: { PURSER_TEST_CLOCK: 'true', PURSER_STRIPE_KEY: 'rk_live_0123456789' },
      says: [/PURSER_TEST_CLOCK=true is refused with a live PURSER_STRIPE_KEY/],
    },
    {
      env: {
        PURSER_TEST_CLOCK: 'true',
        PURSER_LITHIC_KEY: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1',
        PURSER_LITHIC_ENVIRONMENT: 'production',
      },
      says: [/PURSER_TEST_CLOCK=true is refused with a live PURSER_LITHIC_KEY/],
    },
    { env: { PURSER_ISSUER: 'lithic' }, says: [/PURSER_ISSUER=lithic needs PURSER_LITHIC_KEY/] },
    { env: { PURSER_LITHIC_ENVIRONMENT: 'live' }, says: [/must be one of sandbox, production/] },
    { env: { PORT: '80.5' }, says: [/PORT/] },
    { env: {}, flags: { port: 'x' }, says: [/^--port must be/, /PORT=8420/] },
    { env: { HOST: 'http://0.0.0.0' }, says: [/HOST must be a host name or address/, /HOST=127\.0\.0\.1/] },
    { env: { DATABASE_URL: 'mysql://x' }, says: [/DATABASE_URL must be a PostgreSQL URL/] },
    { env: { PURSER_TEST_CLOCK: 'yes' }, says: [/PURSER_TEST_CLOCK must be true or false/] },
    { env: { PURSER_RATE_LIMIT: 'true' }, says: [/PURSER_RATE_LIMIT must be on or off/] },
    { env: { PURSER_LOG_LEVEL: 'loud' }, says: [/PURSER_LOG_LEVEL must be one of fatal, error/] },
    { env: { PURSER_CARD_BIN: '4242' }, says: [/PURSER_CARD_BIN must be 6 to 8 digits/] },
    { env: { PURSER_MAX_CLOCK_DIFFERENCE_MS: '99' }, says: [/PURSER_MAX_CLOCK_DIFFERENCE_MS/] },
    { env: { PURSER_HOLD_DAYS: '0' }, says: [/PURSER_HOLD_DAYS/] },
    { env: { PURSER_CREDENTIAL_READS_PER_HOUR: 'x' }, says: [/PURSER_CREDENTIAL_READS_PER_HOUR/] },
    { env: { PURSER_DATABASE_CONNECTIONS: '1' }, says: [/PURSER_DATABASE_CONNECTIONS/] },
    {
      env: { PURSER_PROCESSES: '0' },
      says: [/PURSER_PROCESSES must be auto or a whole number from 1 to 64; "0" is not/],
    },
    { env: { PURSER_PROCESSES: '65' }, says: [/PURSER_PROCESSES must be auto or/] },
    { env: { PURSER_PROCESSES: '1.5' }, says: [/PURSER_PROCESSES must be auto or/] },
    {
      env: { PURSER_PROCESSES: '4', PURSER_DATABASE_CONNECTIONS: '15' },
      says: [/PURSER_DATABASE_CONNECTIONS=15 is too few for the 4 processes of PURSER_PROCESSES=4: each needs 4/],
    },
    {
      env: { PURSER_PROCESSES: '2', PURSER_TEST_CLOCK: 'true' },
      says: [/PURSER_TEST_CLOCK=true is refused with PURSER_PROCESSES=2/],
    },
    {
      env: { PURSER_TRACE_RATIO: '1.1' },
      says: [/PURSER_TRACE_RATIO must be a number from 0 to 1, such as 0\.01; "1\.1"/],
    },
    { env: { PURSER_TRACE_RATIO: '1%' }, says: [/PURSER_TRACE_RATIO must be a number/] },
    { env: { PURSER_ADMIN_API_KEY: 'short' }, says: [/PURSER_ADMIN_API_KEY must be sk_ and 40 letters or digits/] },
    { env: { PURSER_ADMIN_API_KEY: `sk_${'a'.repeat(39)}` }, says: [/PURSER_ADMIN_API_KEY/] },
    { env: { PURSER_ADMIN_API_KEY: `sk_${'a'.repeat(39)}-` }, says: [/PURSER_ADMIN_API_KEY/] },
    {
      env: { PURSER_ADMIN_API_KEY: settingOptions.adminApiKey.example },
      says: [/PURSER_ADMIN_API_KEY is the example of the documentation/],
    },
    {
      env: { PURSER_ADMIN_API_KEY: exampleApiKeySecret(3) },
      says: [/PURSER_ADMIN_API_KEY is the example of the documentation/],
    },
    { env: { PURSER_TEST_CLOCK: 'true', HOST: '0.0.0.0' }, says: [/PURSER_TEST_CLOCK=true is refused with HOST=0/] },
    { env: { PURSER_TEST_CLOCK: 'true', HOST: '::' }, says: [/PURSER_TEST_CLOCK=true is refused with HOST=::/] },
    { env: { PURSER_TEST_CLOCK: 'true', HOST: '10.0.0.1' }, says: [/HOST=127\.0\.0\.1/] },
    { env: { DATABASE_URL_FILE: '/dev/null/url' }, says: [/DATABASE_URL_FILE=\/dev\/null\/url cannot be read/] },
    { env: { PURSER_MASTER_KEY: 'c2hvcnQ=' }, says: [/PURSER_MASTER_KEY must be 32 bytes in base64/] },
    { env: { DATABASE_URL: URL }, says: [/PURSER_MASTER_KEY is missing/, /openssl rand -base64 32/] },
    { env: { PURSER_MASTER_KEY: KEY, PURSER_MASTER_KEY_FILE: '/key' }, says: [/exclude each other/] },
    {
      env: { DATABASE_URL: URL, PURSER_MASTER_KEY: KEY, PURSER_TEST_CLOCK: 'true' },
      says: [/PURSER_TEST_CLOCK=true is refused together with DATABASE_URL/, /PURSER_TEST_CLOCK_ALLOW_SHARED=true/],
    },
  ])('refuses $env $flags', ({ env, flags, says }) => {
    const refused = () => assertServableSettings(readSettings(env, flags))
    expect(refused).toThrow(OperatorError)
    for (const pattern of says) expect(refused).toThrow(pattern)
  })

  it.each<[Record<string, string>, RegExp]>([
    ...['leads', 'leads=king', '=owner', 'leads=owner, x'].map((roles): [Record<string, string>, RegExp] => [
      { PURSER_OIDC_ROLES: roles },
      /PURSER_OIDC_ROLES must be group=role/,
    ]),
    ...['http://login.example.com', 'https://login.example.com/?a=b', 'https://u:p@login.example.com', 'login'].map(
      (issuer): [Record<string, string>, RegExp] => [
        { PURSER_OIDC_ISSUER: issuer },
        /PURSER_OIDC_ISSUER must be an https URL/,
      ],
    ),
    [{ PURSER_OIDC_ISSUER: 'https://login.example.com' }, /PURSER_OIDC_ISSUER needs PURSER_OIDC_CLIENT_ID/],
    [{ ...OIDC, PURSER_OIDC_ROLES: '' }, /PURSER_OIDC_ISSUER needs PURSER_OIDC_ROLES/],
    [{ ...OIDC, PURSER_PUBLIC_URL: '' }, /PURSER_OIDC_ISSUER needs PURSER_PUBLIC_URL/],
    [{ ...OIDC, PURSER_OIDC_ISSUER: 'http://127.0.0.1:8081' }, /plain http.*PURSER_ALLOW_LOCAL_OIDC=true/],
    [{ PURSER_OIDC_CLIENT_SECRET: 'a', PURSER_OIDC_CLIENT_SECRET_FILE: 'b' }, /exclude each other/],
    [{ PURSER_MCP_ISSUER: 'https://login.example.com' }, /PURSER_MCP_ISSUER needs PURSER_PUBLIC_URL/],
    [{ PURSER_MCP_AUDIENCE: 'purser' }, /PURSER_MCP_AUDIENCE needs PURSER_MCP_ISSUER/],
    [{ PURSER_MCP_ACCOUNT: 'acct_01jq8w5n3f7k2m9x4c6v8b1d0e' }, /PURSER_MCP_ACCOUNT needs PURSER_MCP_ISSUER/],
    [{ ...OIDC, PURSER_MCP_ISSUER: 'http://127.0.0.1:8081' }, /plain http.*PURSER_ALLOW_LOCAL_OIDC=true/],
    [
      { ...OIDC, PURSER_MCP_ISSUER: 'https://login.example.com', PURSER_MCP_AUDIENCE: OIDC.PURSER_OIDC_CLIENT_ID },
      /PURSER_MCP_AUDIENCE must differ from PURSER_OIDC_CLIENT_ID/,
    ],
  ])('refuses a sign-in provider or an issuer by %o', (env, says) => {
    expect(() => assertServableSettings(readSettings(env))).toThrow(says)
  })

  it.each([
    { DATABASE_URL: 'hunter2-hunter2' },
    { PURSER_ADMIN_API_KEY: 'hunter2 hunter2' },
    { PURSER_MASTER_KEY: 'hunter2hunter2' },
    { PURSER_SMTP_URL: 'http://purser:hunter2@smtp.example.com' },
  ])('never shows a secret that it refuses: %o', (env) => {
    expect(() => readSettings(env)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('allows the test clock on %s', (HOST) => {
    expect(() => assertServableSettings(readSettings({ PURSER_TEST_CLOCK: 'true', HOST }))).not.toThrow()
  })

  it('takes every example of the table', () => {
    for (const row of settingOptionRows) expect(row.type.parse(row.example), row.env).toBeDefined()
  })

  it('finds misspelt settings', () => {
    expect(unknownSettingVariables({ PURSER_RATELIMIT: 'off', PURSER_LOG_LEVEL: 'info', HOME: '/' })).toEqual([
      'PURSER_RATELIMIT',
    ])
  })
})

describe('the _FILE form', () => {
  const secret = `sk_${'f'.repeat(40)}`
  const signing = `whsec_${'f'.repeat(32)}`
  const stripeKey = `rk_test_${'f'.repeat(32)}`
  const lithicKey = 'f'.repeat(32)
  let file: string

  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'purser-settings-')), 'secret')
  })
  afterEach(() => rmSync(join(file, '..'), { recursive: true }))

  it.each([
    { form: 'DATABASE_URL', content: URL, expected: { databaseUrl: URL } },
    { form: 'PURSER_ADMIN_API_KEY', content: secret, expected: { adminApiKey: secret } },
    {
      form: 'PURSER_MIGRATION_DATABASE_URL',
      content: URL,
      beside: { DATABASE_URL: URL },
      expected: { migrationDatabaseUrl: URL },
    },
    {
      form: 'PURSER_SMTP_URL',
      content: 'smtps://u:p@mail.example.com',
      expected: { smtpUrl: 'smtps://u:p@mail.example.com' },
    },
    { form: 'PURSER_STRIPE_KEY', content: stripeKey, expected: { stripeKey } },
    { form: 'PURSER_STRIPE_AUTHORIZATION_SECRET', content: signing, expected: { stripeAuthorizationSecret: signing } },
    { form: 'PURSER_STRIPE_EVENT_SECRET', content: signing, expected: { stripeEventSecret: signing } },
    { form: 'PURSER_LITHIC_KEY', content: lithicKey, expected: { lithicKey } },
    { form: 'PURSER_LITHIC_ASA_SECRET', content: signing, expected: { lithicAuthorizationSecret: signing } },
    { form: 'PURSER_LITHIC_EVENT_SECRET', content: signing, expected: { lithicEventSecret: signing } },
    { form: 'PURSER_LITHIC_THREE_DS_SECRET', content: signing, expected: { lithicChallengeSecret: signing } },
    { form: 'PURSER_API_KEY', content: secret, expected: { apiKey: secret } },
  ])('of $form is read like the setting, without its last line end', ({ form, content, beside, expected }) => {
    writeFileSync(file, `${content}\n`)
    expect(readSettings({ ...beside, [`${form}_FILE`]: file })).toMatchObject(expected)
    expect(() => readSettings({ ...beside, [`${form}_FILE`]: file, [form]: content })).toThrow(/exclude each other/)
    writeFileSync(file, 'hunter2 hunter2')
    const refused = () => readSettings({ ...beside, [`${form}_FILE`]: file })
    expect(refused).toThrow(new RegExp(`^${form}_FILE must be`))
    expect(refused).not.toThrow(/hunter2/)
  })
})

describe('the option table', () => {
  it('gives every secret a _FILE form', () => {
    const known = new Set(settingOptionRows.map(({ env }) => env))
    const secrets = settingOptionRows.filter(({ secret }) => secret).map(({ env }) => env)
    // The command of PURSER_MASTER_KEY_COMMAND counts as a secret only because its text may contain one.
    expect(secrets.filter((env) => !known.has(`${env}_FILE`))).toEqual(['PURSER_MASTER_KEY_COMMAND'])
  })

  it('gives secrets no flag', () => {
    expect(settingOptionRows.filter((row) => row.secret && row.flag !== undefined)).toEqual([])
  })

  it('describes every setting in the help', () => {
    for (const row of settingOptionRows) expect(settingOptionsHelp()).toContain(`${row.env} `)
  })
})
