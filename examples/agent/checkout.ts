import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface CheckoutOptions {
  readonly purserUrl: string
  readonly agentKey: string
  readonly origin: string
  /** The command `purser` as a program and its first arguments. */
  readonly purser: readonly string[]
}

export interface RegisterFillerOptions extends Pick<CheckoutOptions, 'purserUrl' | 'purser'> {
  readonly adminKey: string
}

/**
 * Pays at the shop's checkout for the agent. The form has placeholders for the card; `purser fill` replaces them on the way to the shop, so
 * that neither the model nor this program ever has the number.
 */
export async function payAtCheckout(intentId: string, options: CheckoutOptions): Promise<string> {
  const { purserUrl, agentKey, origin, purser } = options
  const form = 'number={{pan}}&expiry={{exp}}&code={{cvv}}'
  return run([...purser, 'fill', intentId, '--to', `${origin}/pay`], { purserUrl, apiKey: agentKey, input: form })
}

/** Makes the key for which card numbers are sealed to this machine, and registers it for the agent. The owner does this once. */
export const registerFiller = (
  agentId: string,
  { purserUrl, adminKey, purser }: RegisterFillerOptions,
): Promise<string> => run([...purser, 'fill', 'key', '--agent', agentId], { purserUrl, apiKey: adminKey, input: '' })

/** The words of a command: a JSON list of a program and its first arguments, or else the path of one program, which may contain spaces. */
export const fillCommandOf = (written: string): string[] =>
  written.startsWith('[') ? (JSON.parse(written) as string[]) : [written]

interface Given {
  readonly purserUrl: string
  readonly apiKey: string
  readonly input: string
}

async function run([command = 'purser', ...words]: readonly string[], { purserUrl, apiKey, input }: Given) {
  const { PATH, HOME, PURSER_FILLER_KEY_FILE } = process.env
  const child = spawn(command, words, {
    env: { PATH, HOME, PURSER_FILLER_KEY_FILE, PURSER_URL: purserUrl, PURSER_API_KEY: apiKey },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${said}${complaint}`.trim()
}
