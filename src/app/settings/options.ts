import {
  hostNamesOption,
  integerOption,
  ipRangesOption,
  oneOfOption,
  onOrOffOption,
  pathOption,
  postgresUrl,
  shareSettingOption,
  textOption,
  booleanOption,
  webOriginOption,
} from '../../lib/settings/option-types.ts'
import { MAX_CLOCK_DIFFERENCE_MS } from '../../lib/clock.ts'
import { issuerOptions } from './issuer-options.ts'
import {
  secretFileOption,
  type SettingOption,
  settingOption,
  type SettingOptionValue,
} from '../../lib/settings/option-row.ts'
import { mailOptions } from './mail-options.ts'
import { serviceProcessOptions } from './process-options.ts'
import { signInOptions, accessTokenOptions } from './sign-in-options.ts'
import { testClockOptions } from './test-clock-options.ts'

const BASE64_KEYS = /^[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9+/_-]{43}=?)*$/

/**
 * Every setting. Reading the environment and the flags, `--help` and docs/reference/configuration.md are made from this table. A flag wins
 * over the environment.
 */
export const settingOptions = {
  port: settingOption({
    env: 'PORT',
    flag: 'port',
    type: integerOption(0, 65_535),
    default: 8420,
    description: 'The port to listen on. 0 takes a free one.',
    example: '8420',
  }),
  host: settingOption({
    env: 'HOST',
    flag: 'host',
    type: textOption('a host name or address', /^[A-Za-z0-9._:-]+$/),
    default: '127.0.0.1',
    description: 'The address to listen on. 0.0.0.0 listens on all addresses: put a TLS proxy in front.',
    example: '127.0.0.1',
  }),
  behindTls: settingOption({
    env: 'PURSER_BEHIND_TLS',
    flag: 'behind-tls',
    type: booleanOption,
    default: false,
    description:
      'Says that a TLS proxy is in front. Then there is no warning if HOST can be reached from other machines.',
    example: 'true',
  }),
  databaseUrl: settingOption({
    env: 'DATABASE_URL',
    type: postgresUrl,
    default: null,
    description:
      'The PostgreSQL (15 or newer) to use. Absent: Purser runs a PostgreSQL of its own below the data directory.',
    example: 'postgres://purser:password@localhost:5432/purser',
    secret: true,
  }),
  databaseUrlFile: secretFileOption('DATABASE_URL', 'the URL'),
  migrationDatabaseUrl: settingOption({
    env: 'PURSER_MIGRATION_DATABASE_URL',
    type: postgresUrl,
    default: null,
    description:
      'The same database as in DATABASE_URL, with the role that owns its tables. Only migrations use this role. ' +
      'Absent: migrations use the role of DATABASE_URL.',
    example: 'postgres://purser_owner:password@localhost:5432/purser',
    secret: true,
  }),
  migrationDatabaseUrlFile: secretFileOption('PURSER_MIGRATION_DATABASE_URL', 'that URL'),
  dataDirectory: settingOption({
    env: 'PURSER_DATA_DIR',
    flag: 'data-dir',
    type: pathOption,
    default: './.purser',
    description: 'The folder of the embedded database and the generated key file.',
    example: '/var/lib/purser',
  }),
  adminApiKey: settingOption({
    env: 'PURSER_ADMIN_API_KEY',
    type: textOption('sk_ and 40 letters or digits', /^sk_[0-9A-Za-z]{40}$/),
    default: null,
    description:
      'The secret of the first admin key, used if the database has no key yet. Absent: one is generated and printed once.',
    example: 'sk_2uVYhJ0bSX5cGq8Rk3nWd7Te1mZa9Lf6PoBi4xQs',
    secret: true,
  }),
  adminApiKeyFile: secretFileOption('PURSER_ADMIN_API_KEY'),
  masterKey: settingOption({
    env: 'PURSER_MASTER_KEY',
    type: textOption('32 bytes in base64 (several: the current one first, separated by commas)', BASE64_KEYS),
    default: null,
    description:
      'The key that card numbers are encrypted with. Absent, with the embedded database: one is generated into the data directory, with ' +
      'mode 0600. With DATABASE_URL a key must be given. Make one: openssl rand -base64 32',
    example: 'xnGbQZBzCLJDTmUSzhFyl2ePHWxnfnsxsPUsjGiYQ0A=',
    secret: true,
  }),
  masterKeyFile: settingOption({
    env: 'PURSER_MASTER_KEY_FILE',
    flag: 'master-key-file',
    type: pathOption,
    default: null,
    description:
      'A file with the master keys, one on each line, the current one first. Nobody else may read or write it. ' +
      'Instead of PURSER_MASTER_KEY.',
    example: '/run/secrets/purser-master-key',
  }),
  masterKeyCommand: settingOption({
    env: 'PURSER_MASTER_KEY_COMMAND',
    type: textOption('a command', /\S/),
    default: null,
    description:
      'A shell command that prints the master key, for a KMS or a secret manager. It is used instead of PURSER_MASTER_KEY.',
    example: 'vault kv get -field=key secret/purser',
    secret: true,
  }),
  cardBin: settingOption({
    env: 'PURSER_CARD_BIN',
    flag: 'card-bin',
    type: textOption('6 to 8 digits', /^[0-9]{6,8}$/),
    default: '400000',
    description: 'The first digits of every card number.',
    example: '400000',
  }),
  holdDays: settingOption({
    env: 'PURSER_HOLD_DAYS',
    flag: 'hold-days',
    type: integerOption(1, 365),
    default: 7,
    description: 'After how many days a hold expires that was not settled.',
    example: '7',
  }),
  numberLifeDays: settingOption({
    env: 'PURSER_NUMBER_LIFE_DAYS',
    flag: 'number-life-days',
    type: integerOption(1, 3650),
    default: 180,
    description:
      'After how many days the number of a closed card is destroyed. Its CVV is destroyed when the card closes. Refunds by transaction still work.',
    example: '180',
  }),
  auditDays: settingOption({
    env: 'PURSER_AUDIT_DAYS',
    flag: 'audit-days',
    type: integerOption(400, 36_500),
    default: null,
    description: 'For how many days audit entries are kept. Absent: for ever.',
    example: '400',
  }),
  credentialReadsPerHour: settingOption({
    env: 'PURSER_CREDENTIAL_READS_PER_HOUR',
    flag: 'credential-reads-per-hour',
    type: integerOption(1, 1_000_000),
    default: 10,
    description: 'How often the number of one card can be read within an hour.',
    example: '10',
  }),
  ...issuerOptions,
  rateLimit: settingOption({
    env: 'PURSER_RATE_LIMIT',
    flag: 'rate-limit',
    type: onOrOffOption,
    default: true,
    description: 'Whether requests are limited per API key. Switch it off only for benchmarks.',
    example: 'off',
  }),
  keylessRequestsPerMinute: settingOption({
    env: 'PURSER_KEYLESS_REQUESTS_PER_MINUTE',
    flag: 'keyless-requests-per-minute',
    type: integerOption(1, 100_000_000),
    default: 3000,
    description:
      'How many requests without a valid API key one address may send, in a minute on one node. Behind a proxy that is not in PURSER_TRUSTED_PROXIES, all callers count as one address.',
    example: '3000',
  }),
  metricsPort: settingOption({
    env: 'PURSER_METRICS_PORT',
    flag: 'metrics-port',
    type: integerOption(1, 65_535),
    default: null,
    description:
      'A port on 127.0.0.1 that serves /metrics without a key. Absent: /metrics is only on PORT, for keys of the role admin or read.',
    example: '9464',
  }),
  allowPrivateWebhooks: settingOption({
    env: 'PURSER_ALLOW_PRIVATE_WEBHOOKS',
    flag: 'allow-private-webhooks',
    type: booleanOption,
    default: false,
    description: 'Allows webhook URLs with http: and with loopback or private addresses, for development and tests.',
    example: 'true',
  }),
  webhookDisableDays: settingOption({
    env: 'PURSER_WEBHOOK_DISABLE_DAYS',
    flag: 'webhook-disable-days',
    type: integerOption(0, 365),
    default: 5,
    description: 'After how many days a webhook is disabled if all its attempts fail. 0: never.',
    example: '5',
  }),
  allowLocalOrigins: settingOption({
    env: 'PURSER_ALLOW_LOCAL_ORIGINS',
    flag: 'allow-local-origins',
    type: booleanOption,
    default: false,
    description:
      'Allows that card numbers are entered at origins on this machine (also with http:) and in private networks, for development and tests.',
    example: 'true',
  }),
  publicUrl: settingOption({
    env: 'PURSER_PUBLIC_URL',
    flag: 'public-url',
    type: webOriginOption,
    default: null,
    description:
      'The URL at which people and agents reach this Purser. Links to the dashboard begin with it, and pages of its host may call /mcp. ' +
      'Absent: this machine.',
    example: 'https://purser.example.com',
  }),
  allowedHosts: settingOption({
    env: 'PURSER_ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    type: hostNamesOption,
    default: [],
    description:
      'Further names and addresses of this Purser, for pages: a page (a request with `Origin`) may call /mcp only if it and the host that it calls ' +
      'are this machine, PURSER_PUBLIC_URL or one of these. Programs that send no `Origin` need no entry.',
    example: 'purser, purser.tools.svc.cluster.local, 192.168.1.20',
  }),
  ...mailOptions,
  passkeyWaitHours: settingOption({
    env: 'PURSER_PASSKEY_WAIT_HOURS',
    flag: 'passkey-wait-hours',
    type: integerOption(1, 720),
    default: 24,
    description:
      'For how many hours a first passkey that a person added with a password cannot confirm anything, unless an owner allows it.',
    example: '24',
  }),
  ...signInOptions,
  ...testClockOptions,
  url: settingOption({
    env: 'PURSER_URL',
    flag: 'url',
    type: textOption('an http or https URL', /^https?:\/\/\S+$/i),
    default: 'http://127.0.0.1:8420/v1',
    description: 'The URL of the running node that commands over the API call.',
    example: 'http://127.0.0.1:8420/v1',
  }),
  apiKey: settingOption({
    env: 'PURSER_API_KEY',
    type: textOption('an API key', /^sk_\S+$/),
    default: null,
    description: 'The API key that these commands use.',
    example: 'sk_2uVYhJ0bSX5cGq8Rk3nWd7Te1mZa9Lf6PoBi4xQs',
    secret: true,
  }),
  apiKeyFile: secretFileOption('PURSER_API_KEY', 'that key'),
  profile: settingOption({
    env: 'PURSER_PROFILE',
    flag: 'profile',
    type: textOption('the name of a profile', /^\S{1,64}$/),
    default: null,
    description:
      'The profile of `purser login` that these commands use where PURSER_API_KEY is not set. As a flag, it wins over PURSER_URL and PURSER_API_KEY.',
    example: 'production',
  }),
  mcp: settingOption({
    env: 'PURSER_MCP',
    flag: 'mcp',
    type: onOrOffOption,
    default: true,
    description: 'Whether the tools for agents are served at /mcp (Model Context Protocol), for API keys.',
    example: 'off',
  }),
  mcpCardDetails: settingOption({
    env: 'PURSER_MCP_CARD_DETAILS',
    flag: 'mcp-card-details',
    type: oneOfOption('sealed', 'plain'),
    default: 'sealed',
    description:
      'plain: tools show the card number in clear to keys whose `mcpCardDetails` is plain, too. sealed: no model ever sees a number. ' +
      'It applies to /mcp of a node, and to purser mcp.',
    example: 'plain',
  }),
  ...accessTokenOptions,
  fillerKeyFile: settingOption({
    env: 'PURSER_FILLER_KEY_FILE',
    flag: 'filler-key-file',
    type: pathOption,
    default: null,
    description:
      "The file with the private key of this machine's purser fill. Nobody else may read it. Absent: .config/purser/filler-key.json in the home directory.",
    example: './filler-key.json',
  }),
  maxKeyDays: settingOption({
    env: 'PURSER_MAX_KEY_DAYS',
    flag: 'max-key-days',
    type: integerOption(1, 3650),
    default: null,
    description:
      'For how many days a new API key is valid at most: it must be created with an `expiresAt`. Absent: keys need not expire.',
    example: '90',
  }),
  trustedProxies: settingOption({
    env: 'PURSER_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    type: ipRangesOption,
    default: null,
    description:
      "The networks of the proxies in front, separated by commas. The caller's address is the one that these proxies give in X-Forwarded-For. " +
      'Absent: it is the address of the connection.',
    example: '10.0.0.0/8,127.0.0.1/32',
  }),
  ...serviceProcessOptions,
  drainSeconds: settingOption({
    env: 'PURSER_DRAIN_SECONDS',
    flag: 'drain-seconds',
    type: integerOption(0, 300),
    default: null,
    description:
      'For how many seconds the node serves on after SIGTERM, with 503 at /readyz, so that load balancers remove it before it stops. ' +
      '0: it stops at once. Absent: 5 with DATABASE_URL, otherwise 0, because no other node serves the embedded database.',
    example: '5',
  }),
  accessLog: settingOption({
    env: 'PURSER_ACCESS_LOG',
    flag: 'access-log',
    type: booleanOption,
    default: false,
    description:
      'Whether each request is written to the log, at level info: method, route, status, duration, and the ids of the request and the key.',
    example: 'true',
  }),
  traceRatio: settingOption({
    env: 'PURSER_TRACE_RATIO',
    flag: 'trace-ratio',
    type: shareSettingOption,
    default: 1,
    description:
      'Which share of the requests without a traceparent of their caller are traced, from 0 to 1, if an OpenTelemetry SDK is registered.',
    example: '0.01',
  }),
  maxClockDifferenceMs: settingOption({
    env: 'PURSER_MAX_CLOCK_DIFFERENCE_MS',
    flag: 'max-clock-difference-ms',
    type: integerOption(100, 3_600_000),
    default: MAX_CLOCK_DIFFERENCE_MS,
    description:
      "How many milliseconds this machine's clock may be ahead of the database's or behind it. With a larger difference the node decides and stores nothing: it answers 503 and is not ready.",
    example: '5000',
  }),
  logLevel: settingOption({
    env: 'PURSER_LOG_LEVEL',
    flag: 'log-level',
    type: oneOfOption('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    description: 'The lowest level of lines that are written to the log.',
    example: 'debug',
  }),
}

export type SettingName = keyof typeof settingOptions

export type Settings = { readonly [N in SettingName]: SettingOptionValue<(typeof settingOptions)[N]> }

export const settingOptionRows: readonly SettingOption[] = Object.values(settingOptions)

/** The list of settings for `--help`. */
export function settingOptionsHelp(): string {
  const names = settingOptionRows.map((row) => (row.flag === undefined ? row.env : `--${row.flag}, ${row.env}`))
  const width = Math.max(...names.map((name) => name.length))
  return settingOptionRows
    .map((row, i) => `  ${names[i]?.padEnd(width)}  ${row.description}${shownDefault(row)}`)
    .join('\n')
}

const shownDefault = (row: SettingOption): string => (row.default === null ? '' : ` [${written(row)}]`)

/** The default of a setting in the form that an environment variable would have. */
function written({ type, default: value }: SettingOption): string {
  if (typeof value !== 'boolean') return String(value)
  return type.expects.split(' or ')[value ? 0 : 1] as string
}
