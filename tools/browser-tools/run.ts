/**
 * Tries the filler beside third-party tools that drive the same browser: `npm run try:browser-tools`. Each tool opens a shop whose card
 * fields are in frames of a provider, and types a mail address. The filler then fills in the card and submits it, and the tool reads
 * everything that it can see. The exit code is 1 if a tool saw the number, or if the number was not paid with exactly once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { payAtShop } from '../../src/fill/pay.ts'
import { openChromium } from '../../test/fill/chromium.ts'
import { elementShapes } from '../../test/fill/element-shapes.ts'
import { openShop } from '../../test/fill/shop.ts'
import { eventually } from '../../test/support/eventually.ts'
import type { BrowserTool } from './browser-tool.ts'
import { browserTools } from './tools.ts'

const CARD = { pan: '4000561234567899', exp: '09/30', cvv: '739' }
const [shape] = elementShapes
if (shape === undefined) throw new Error('There is no shape to try')

for (const tool of browserTools) {
  const said = await tried(tool).catch((error: unknown) => {
    process.exitCode = 1
    return `FAILED: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`
  })
  console.log(`${tool.name} ${versionOf(tool)}: ${said}`)
}

function versionOf({ name }: BrowserTool): string {
  const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

async function tried({ open, program, flags }: BrowserTool): Promise<string> {
  const [shop, fields, api] = [await openShop(), await openShop('localhost'), await openShop('localhost')]
  const origins = { FIELDS: fields.origin, API: api.origin }
  const withOrigins = (html: string) =>
    Object.entries(origins).reduce((text, [word, origin]) => text.replaceAll(word, origin), html)
  for (const [address, html] of Object.entries(shape?.pages ?? {})) {
    fields.pages.set(address.replace('FIELDS', ''), withOrigins(html))
  }
  shop.pages.set('/page', `<!doctype html><title>Shop</title>${withOrigins(shape?.html ?? '')}`)
  const chromium = await openChromium(shop.origin, program, flags)
  const agent = await open(chromium.browser)
  try {
    await agent.goTo(`${shop.origin}/page`)
    await agent.typeEmail('grace@example.com')
    const provider = { name: 'Fields', fields: [fields.origin], receives: [api.origin] }
    const paying = payAtShop({
      card: () => Promise.resolve(CARD),
      origin: shop.origin,
      listed: [],
      providers: [provider],
      browser: chromium.browser,
    })
    const during = await Promise.all([agent.look(), paying]).then(([text]) => text)
    await eventually('the shop is paid', () => shop.received.some((body) => body.includes('tok_1')))
    const seen = `${during}\n${await agent.look()}`
    const paid = api.received.filter((body) => body.replaceAll(/[+ ]|%20/g, '').includes(CARD.pan)).length
    const isSeen = seen.replaceAll(/[\s+]/g, '').includes(CARD.pan)
    if (paid !== 1 || isSeen || !seen.includes('grace@example.com')) process.exitCode = 1
    return `paid ${paid} time(s), the number ${isSeen ? 'SEEN' : 'not seen'} in ${seen.length} characters, the tool goes on at "${/Thanks/.test(seen) ? 'Thanks' : 'the shop'}"`
  } finally {
    await agent.close().catch(() => undefined)
    chromium.close()
    for (const { close } of [shop, fields, api]) close()
  }
}
