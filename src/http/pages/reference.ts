import helmet from '@fastify/helmet'
import reference from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance } from 'fastify'
import { type Asset, compressedAsset, sendAsset } from './asset.ts'
import { allowOwnStyles } from './page-styles.ts'
import { security } from '../security-headers.ts'

const SCRIPT = '/docs/js/scalar.js'
/** A MB, where others have a few KB. */
const SCRIPT_COSTS = 20
/** Stands in the page for what is another one in each reply. */
const NONCE = 'nonce-of-the-reply'

interface Reference {
  readonly page: string
  readonly script: Asset
}

/**
 * The reference runs its own styles and script from this server; it asks no other, and nothing runs that has not the nonce of its
 * reply. Page and script are made when somebody first asks.
 */
export async function referencePage(scope: FastifyInstance): Promise<void> {
  let made: Promise<Reference> | null = null
  const madeReference = () => (made ??= makeReference())
  await scope.register(helmet, { ...security, enableCSPNonces: true })
  scope.get('/docs', { config: { takesItsTime: true } }, async (_request, reply) => {
    const { page } = await madeReference()
    const { script, style } = reply.cspNonce
    // What the script adds while it runs are styles.
    const own = page
      .replaceAll(`nonce="${NONCE}"`, `nonce="${script}"`)
      .replaceAll(`content="${NONCE}"`, `content="${style}"`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(own)
  })
  scope.get(SCRIPT, { config: { costs: SCRIPT_COSTS, takesItsTime: true } }, async (request, reply) =>
    sendAsset(request, reply, (await madeReference()).script),
  )
}

/** The package keeps both behind routes: they are asked for once, on a server that nobody else reaches. */
async function makeReference(): Promise<Reference> {
  const source = fastify()
  await source.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      cdn: SCRIPT,
      pageTitle: 'Purser API',
      withDefaultFonts: false,
      nonce: NONCE,
      // All of these lead to other people's servers.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      telemetry: false,
    },
  })
  const [page, script] = await Promise.all([source.inject('/docs/'), source.inject(SCRIPT)])
  await source.close()
  const contentType = 'application/javascript; charset=utf-8'
  const asset = await compressedAsset({ contentType, content: script.rawPayload, onlyCompressed: true })
  const withStyles = page.body.replace('</head>', `<script nonce="${NONCE}">${allowOwnStyles}</script>\n  </head>`)
  return { page: withStyles.replace(SCRIPT, `${SCRIPT}?v=${asset.hash}`), script: asset }
}
