import type { SourceImport } from './imports.ts'
import { isTestFile, sourcePositionOf, type Repository } from './repository.ts'

interface Layer {
  /** Layers, single files, or folders with a trailing `/`, that this layer may import at run time. */
  readonly uses: readonly string[]
  /** Further layers of which this layer may import types. */
  readonly types?: readonly string[]
  /** Packages that this layer may import at run time. Types of packages are always allowed. A trailing `/` allows a whole scope. */
  readonly packages?: readonly string[]
  /** True: `node:` modules are refused, because the layer must run anywhere, or only computes. */
  readonly platformFree?: true
}

/**
 * The layers that each layer may import. ARCHITECTURE.md shows this table. A folder below `src/` without a row is refused. `client` is
 * `clients/typescript`.
 */
export const layerImports: Readonly<Record<string, Layer>> = {
  lib: { uses: [], packages: ['@opentelemetry/api', 'ipaddr.js', 'lru-cache'] },
  contract: {
    uses: ['lib', 'src/issuers/names.ts', 'src/issuers/sheets.ts'],
    packages: ['typebox'],
    platformFree: true,
  },
  domain: {
    uses: ['lib', 'src/contract/policy-sheet/', 'src/contract/sheets/'],
    types: ['contract'],
    platformFree: true,
  },
  store: {
    uses: ['domain', 'lib', 'src/contract/sheets/'],
    types: ['contract', 'vault'],
    packages: ['kysely', 'lru-cache', 'pg'],
  },
  engine: { uses: ['domain', 'store', 'lib'], types: ['contract', 'vault'] },
  vault: { uses: ['lib'], packages: ['jose', 'typebox'] },
  issuers: { uses: ['domain', 'lib'], types: ['contract'], packages: ['stripe'] },
  identity: { uses: ['lib'], packages: ['jose', 'openid-client'] },
  services: {
    uses: ['contract', 'domain', 'store', 'engine', 'vault', 'issuers', 'identity', 'lib'],
    packages: ['typebox', '@simplewebauthn/server', 'jose'],
  },
  sweeps: { uses: ['domain', 'store', 'engine', 'lib'], types: ['contract'] },
  verify: { uses: ['domain', 'store', 'lib'], types: ['contract'] },
  notifications: {
    uses: [
      'contract',
      'webhooks',
      'lib',
      'src/domain/money.ts',
      'src/domain/amount-in-words.ts',
      'src/domain/lift-in-words.ts',
      'src/domain/minutes.ts',
      'src/domain/events/message-hour.ts',
    ],
    types: ['services', 'store', 'vault'],
    packages: ['nodemailer'],
  },
  webhooks: { uses: ['contract', 'store', 'lib'], types: ['vault'], packages: ['undici', 'ipaddr.js'] },
  mcp: {
    uses: ['client', 'contract', 'src/domain/money.ts', 'src/domain/amount-in-words.ts'],
    packages: ['@modelcontextprotocol/server', 'typebox'],
    platformFree: true,
  },
  http: { uses: ['services', 'mcp', 'contract', 'lib'], packages: ['fastify', '@fastify/', '@scalar/', 'typebox'] },
  client: { uses: [], platformFree: true },
  story: { uses: ['client', 'lib', 'src/cli/terminal/money.ts'], types: ['contract'] },
  fill: { uses: ['lib'], packages: ['jose'] },
  cli: {
    uses: [
      'client',
      'mcp',
      'fill',
      'app',
      'lib',
      'story',
      'src/contract/complaints/nearest-name.ts',
      'src/contract/policy-sheet/',
      'src/contract/sheets/',
      'src/issuers/names.ts',
      'src/domain/money.ts',
      'src/domain/amount-in-words.ts',
      'src/domain/lift-in-words.ts',
      'src/domain/minutes.ts',
    ],
    types: ['contract'],
    packages: ['@modelcontextprotocol/server', 'yaml'],
  },
  app: {
    uses: [
      'http',
      'services',
      'notifications',
      'identity',
      'issuers',
      'webhooks',
      'sweeps',
      'verify',
      'engine',
      'vault',
      'store',
      'domain',
      'contract',
      'lib',
    ],
    packages: ['kysely', 'pg', 'pino', '@prometheus-io/client'],
  },
}

/**
 * The folders outside of `src/` that `src/` may import: the client, a package of its own that the command uses, and the examples with the
 * stories that `purser seed` and `purser demo` play.
 */
const CLIENT = 'clients/typescript'
const STORIES = /^examples\/(company|demo)\//

/** The exported lists and numbers of the contract that every layer may import at run time. */
const plainData = new Set([
  'declineCodes',
  'eventTypes',
  'issuerTransactionFlagNames',
  'transactionFlagNames',
  'MAX_AMOUNT_CENTS',
  'MAX_INTENT_CORRECTIONS',
  'MAX_INTENTS_PENDING_APPROVAL',
  'MAX_WAITING_INTENTS',
  'policyLevels',
  'reasonCatalogue',
  'reasonCodes',
  'apiKeyRoles',
  'requestsPerMinuteOfTier',
  'limitWindows',
])

export function layerTidyRule({ sources }: Repository): string[] {
  const found: string[] = []
  for (const source of sources.values()) {
    const layerName = layerOf(source.path)
    if (layerName === undefined || isTestFile(source.path)) continue
    const layer = layerImports[layerName]
    if (!layer) {
      found.push(`${source.path}: src/${layerName} has no row in tools/tidy/layers.ts`)
      continue
    }
    for (const each of source.imports) {
      const problem = each.isOurs ? ownProblem(layerName, layer, each) : packageProblem(layer, each)
      if (problem)
        found.push(`${sourcePositionOf(source, each.position)}: ${homeOf(layerName)} may not import ${problem}`)
    }
  }
  return found
}

/** Matches the files with issuers' names and sheets, which browsers load. */
const SHEETS = /^src\/issuers\/(names|sheets|all-sheets|[^/]+\/sheet)\.ts$/

/** Refuses imports at run time by names and sheets of issuers, except of each other: they are data alone, which the contract and browsers read. */
export function issuerSheetTidyRule({ sources }: Repository): string[] {
  return [...sources.values()]
    .filter(({ path }) => SHEETS.test(path))
    .flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => !typeOnly && !SHEETS.test(target))
        .map(
          ({ target, position }) =>
            `${sourcePositionOf(source, position)}: a sheet is data alone, it may not import ${target}`,
        ),
    )
}

/** The folder of traffic limits. Its files stay together, so that one folder shows how the service behaves under load. */
const TRAFFIC = 'src/lib/traffic/'

/**
 * Refuses a file in `lib` that only one layer uses, because it belongs into that layer. A file that other files of `lib` import counts
 * their users as its own.
 */
export function sharedLibTidyRule({ sources }: Repository): string[] {
  const usersOf = (tool: string, seen: ReadonlySet<string> = new Set([tool])): string[] =>
    [...sources.values()]
      .filter(
        ({ path, imports }) => !isTestFile(path) && !seen.has(path) && imports.some(({ target }) => target === tool),
      )
      .flatMap(({ path }) => {
        const layer = layerOf(path)
        if (layer === 'lib') return usersOf(path, new Set([...seen, path]))
        return layer === undefined ? [] : [layer]
      })
  return [...sources.keys()]
    .filter((path) => path.startsWith('src/lib/') && !path.startsWith(TRAFFIC) && !isTestFile(path))
    .flatMap((path) => {
      const [user, ...others] = new Set(usersOf(path))
      if (user === undefined || others.length > 0) return [] // a file that nobody uses is dead code, which another rule refuses
      return [`${path}: src/${user} alone uses it; src/lib is for what several layers use`]
    })
}

function ownProblem(name: string, layer: Layer, { target, typeOnly, values }: SourceImport): string | undefined {
  const other = layerOf(target)
  if (other === undefined) return `${target}: it is not below src/`
  const isUsed = layer.uses.some(
    (used) => used === other || used === target || (used.endsWith('/') && target.startsWith(used)),
  )
  if (other === name || isUsed) return undefined
  const typesAllowed = layer.types?.includes(other) ?? false
  if (typesAllowed && (typeOnly || values.every((value) => plainData.has(value)))) return undefined
  return typesAllowed ? `values of ${homeOf(other)} (${values.join(', ')}), only types` : homeOf(other)
}

function packageProblem(layer: Layer, { target, typeOnly }: SourceImport): string | undefined {
  if (target.startsWith('node:')) return layer.platformFree ? target : undefined
  const allowed = layer.packages?.some((name) =>
    name.endsWith('/') ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
  )
  return typeOnly || allowed ? undefined : `the package ${target}`
}

/** The layer of a path: `store` for `src/store/cards/cards.ts`. */
function layerOf(path: string): string | undefined {
  if (path.startsWith(`${CLIENT}/src/`)) return 'client'
  return STORIES.test(path) ? 'story' : /^src\/([^/]+)\//.exec(path)?.[1]
}

const homes: Readonly<Record<string, string>> = { client: CLIENT, story: 'examples' }
const homeOf = (layer: string): string => homes[layer] ?? `src/${layer}`
