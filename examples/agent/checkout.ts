import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface CheckoutOptions {
  readonly purserUrl: string
  readonly agentKey: string
  readonly origin: string
  /** The command `purser`, with its first words. */
  readonly purser: readonly string[]
}

export interface RegisterOptions extends Pick<CheckoutOptions, 'purserUrl' | 'purser'> {
  readonly adminKey: string
}

/**
 * The agent's hands at the checkout. The form has places where the card belongs; `purser fill` puts it there on its way to the shop,
 * so that neither the model nor this program ever has the number.
 */
export async function checkOut(intentId: string, options: CheckoutOptions): Promise<string> {
  const { purserUrl, agentKey, origin, purser } = options
  const form = 'number={{pan}}&expiry={{exp}}&code={{cvv}}'
  return run([...purser, 'fill', intentId, '--to', `${origin}/pay`], { purserUrl, apiKey: agentKey, input: form })
}

/** Makes the key of this machine, which numbers are sealed for. Its owner registers it for the agent, once. */
export const registerFiller = (agentId: string, { purserUrl, adminKey, purser }: RegisterOptions): Promise<string> =>
  run([...purser, 'fill', 'key', '--agent', agentId], { purserUrl, apiKey: adminKey, input: '' })

/** The path of one program, which may have spaces in it, or a JSON list of a program and its first words. */
export const commandOf = (written: string): string[] =>
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
