import helmet from '@fastify/helmet'
import reference from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance } from 'fastify'
import { type CompressedAsset, compressAsset, sendAsset } from './asset.ts'
import { securityHeaders } from '../security-headers.ts'

const SCRIPT = '/docs/js/scalar.js'
/** How many requests a request for the reference page's script counts as: the script has a MB, other pages have a few KB. */
const SCRIPT_COSTS = 20
/** The placeholder in the stored reference page that each reply replaces by a nonce of its own. */
const NONCE = 'nonce-of-the-reply'

interface Reference {
  readonly page: string
  readonly script: CompressedAsset
}

/**
 * Serves the API's reference page at `/docs`. Its styles and its script come only from this server, and the browser runs nothing without
 * the nonce of the reply. Page and script are made at their first request.
 */
export async function apiReferencePage(scope: FastifyInstance): Promise<void> {
  let made: Promise<Reference> | null = null
  const madeReference = () => (made ??= makeReference())
  await scope.register(helmet, { ...securityHeaders, enableCSPNonces: true })
  scope.get('/docs', { config: { takesItsTime: true } }, async (_request, reply) => {
    const { page } = await madeReference()
    const { script, style } = reply.cspNonce
    // While the page's script runs, it adds styles to the page, but no scripts: so the script is handed only the nonce of styles.
    const own = page
      .replaceAll(`nonce="${NONCE}"`, `nonce="${script}"`)
      .replaceAll(`content="${NONCE}"`, `content="${style}"`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(own)
  })
  scope.get(SCRIPT, { config: { costs: SCRIPT_COSTS, takesItsTime: true } }, async (request, reply) =>
    sendAsset(request, reply, (await madeReference()).script),
  )
}

/**
 * Makes the API's reference page and its script. The package that makes them offers page and script only as routes. So this function
 * registers the routes on a server that nobody else can reach, and reads each once.
 */
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
      // The disabled features of the reference page would contact servers of third parties.
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
  const asset = await compressAsset({ contentType, content: script.rawPayload, onlyCompressed: true })
  const withStyles = page.body.replace(
    '</head>',
    `<script nonce="${NONCE}">${allowReferencePageStyles}</script>\n  </head>`,
  )
  return { page: withStyles.replace(SCRIPT, `${SCRIPT}?v=${asset.hash}`), script: asset }
}

/**
 * A script that the reference page runs before its own script. The page's own script makes styles without a nonce: as elements, as
 * attributes, and inside HTML. The Content-Security-Policy would refuse all of them. This script gives style elements the nonce of the
 * reply, and sets style attributes as properties, which the policy allows.
 */
const allowReferencePageStyles = `
      {
        const styleNonce = document.querySelector('meta[property=csp-nonce]').content
        const { createElement } = document
        document.createElement = function (...args) {
          const made = createElement.apply(this, args)
          if (made instanceof HTMLStyleElement) made.nonce = styleNonce
          return made
        }
        const { setAttribute } = Element.prototype
        Element.prototype.setAttribute = function (name, value) {
          if (name === 'style' && this.style) this.style.cssText = value
          else setAttribute.call(this, name, value)
        }
        const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
        Object.defineProperty(Element.prototype, 'innerHTML', {
          ...innerHTML,
          set(html) {
            innerHTML.set.call(this, String(html).replaceAll(/(<[a-z]+[^<>]*) style="/g, '$1 data-style="'))
            const made = (this.content ?? this).querySelectorAll?.('[data-style]') ?? []
            for (const each of made) each.style.cssText = each.dataset.style
          },
        })
      }
    `
