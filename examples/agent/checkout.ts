import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface CheckoutOptions {
  readonly purserUrl: string
  readonly agentKey: string
  readonly origin: string
  /** The command `purser`, with its first words. */
  readonly purser: readonly string[]
}

/**
 * The agent's hands at the checkout. The form has places where the card belongs; `purser fill` puts it there on its way to the shop,
 * so that neither the model nor this program ever has the number.
 */
export async function checkOut(intentId: string, options: CheckoutOptions): Promise<string> {
  const { purserUrl, agentKey, origin, purser } = options
  const [command = 'purser', ...words] = purser
  const child = spawn(command, [...words, 'fill', intentId, '--to', `${origin}/pay`], {
    env: { PATH: process.env['PATH'], PURSER_URL: purserUrl, PURSER_API_KEY: agentKey },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end('number={{pan}}&expiry={{exp}}&code={{cvv}}')
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${said}${complaint}`.trim()
}
