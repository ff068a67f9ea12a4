import { text as textOf } from 'node:stream/consumers'
import { FillError } from '../../fill/fill-error.ts'
import { readFillerKey } from '../../fill/filler-key.ts'
import { type CheckoutOutcome, checkoutOutcomeSentence } from '../../fill/outcome.ts'
import { CommandError, misusedCommandError } from '../command-error.ts'
import type { ShellCommand, CommandInvocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { payIntentInBrowser, payIntentByRequest } from '../fill-intent.ts'
import { fillerKeyFile, type FillerKeyMade, makeFillerKey } from '../filler.ts'
import { withNodeClient } from '../remote/client.ts'
import { printCommandAnswer } from '../terminal/show.ts'

export const fillCommand: ShellCommand = {
  usage:
    'purser fill key [--agent agt_...] [--name "Browser of the buyer"]\n' +
    'purser fill int_... [--browser http://127.0.0.1:9222] [--submit "#pay"] [--page URL]\n' +
    'purser fill int_... --to https://shop.example/pay [--content-type application/json] < body',
  details:
    'Card numbers come sealed for the key of this machine, which `purser fill key` makes. With --agent and the API key of an admin it also\n' +
    'registers the public key. A number is sent only to the origin that the intent names, and is never shown. In a browser (Chrome with\n' +
    '--remote-debugging-port, on this machine) the page gets a placeholder. The request with which it pays is stopped, and sent by this\n' +
    'command with the card, so the number is never in the browser. A page that encrypts what is typed cannot be paid. With --to no browser\n' +
    'is needed: the body on standard input has {{pan}}, {{cvv}} and {{exp}} (or {{month}} and {{year}}, {{year4}}) where the card belongs.\n' +
    "Of the shop's answer the status, the address and the title are printed, and nothing else, because an agent may read it. The exit code is 0\n" +
    'where the shop took the card, and 1 where it was sent and refused, or the page or the bank wants something more.',
  examples: [
    'purser fill key --agent agt_01j8z6xgc5vv8e8q6n5v3v3v3v',
    'purser fill int_01j8z6xgc5vv8e8q6n5v3v3v3v --browser http://127.0.0.1:9222',
  ],
  takesWords: true,
  flags: {
    agent: { type: 'string', value: 'agt_...', description: 'Register the key as a filler of this agent.' },
    name: {
      type: 'string',
      value: 'TEXT',
      description: 'The name of that filler. Default: the name of this machine.',
    },
    browser: { type: 'string', value: 'http://127.0.0.1:9222', description: 'The address at which Chrome listens.' },
    submit: {
      type: 'string',
      value: 'SELECTOR',
      description: 'The button to press. Default: the only one that says that it pays.',
    },
    page: { type: 'string', value: 'URL', description: 'The address of the page, if several pages show a checkout.' },
    to: { type: 'string', value: 'URL', description: 'Send standard input to this URL, with the card in it.' },
    'content-type': {
      type: 'string',
      value: 'application/json',
      description: 'The content type of that body. Default: that of a form.',
    },
  },

  async run(invocation) {
    const [subject, ...others] = invocation.words
    if (subject === undefined || others.length > 0) throw misusedCommandError(this)
    await (subject === 'key' ? makeKey(invocation) : payFor(subject, invocation)).catch((error: unknown) => {
      throw error instanceof FillError ? refusalOf(error) : error
    })
  },
}

const BROWSER = 'http://127.0.0.1:9222'
const FORM = 'application/x-www-form-urlencoded'

const textOfFlag = ({ flags }: CommandInvocation, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

async function makeKey(invocation: CommandInvocation): Promise<void> {
  const { json, settings } = invocation
  const [agentId, name] = ['agent', 'name'].map((flag) => textOfFlag(invocation, flag))
  const made = await makeFillerKey(settings, { agentId, name })
  printCommandAnswer({ json }, made, () => keyText(made))
}

const keyText = ({ file, publicKey, filler }: FillerKeyMade): string[] => [
  `The private key is in ${file}. Nobody else may read it, and it never leaves this machine.`,
  filler === undefined
    ? 'The public key, which the owner registers (POST /agents/{agentId}/fillers, or this command with --agent):'
    : `Card numbers of ${filler.agentId} are sealed for this key, as the filler ${filler.id} (${filler.name}). The public key:`,
  JSON.stringify(publicKey),
]

async function payFor(intentId: string, invocation: CommandInvocation): Promise<void> {
  const { json, settings } = invocation
  const to = textOfFlag(invocation, 'to')
  const key = await readFillerKey(fillerKeyFile(settings))
  const paid = await withNodeClient(settings, async (purser) => {
    const intent = await purser.intents.get(intentId)
    if (to !== undefined) {
      const contentType = textOfFlag(invocation, 'content-type') ?? FORM
      return payIntentByRequest({ purser, key }, intent, { url: to, contentType, body: await textOf(process.stdin) })
    }
    const flags = { submit: textOfFlag(invocation, 'submit'), page: textOfFlag(invocation, 'page') }
    const browser = textOfFlag(invocation, 'browser') ?? BROWSER
    return payIntentInBrowser({ purser, key }, intent, { browser, ...flags })
  })
  printCommandAnswer({ json }, { submitted: paid.outcome === 'submitted', ...paid }, () => paidText(paid))
  if (paid.outcome !== 'submitted') process.exitCode = exitCodes.failed
}

const paidText = (paid: CheckoutOutcome): string[] => [
  checkoutOutcomeSentence(paid),
  `Address: ${paid.address}`,
  ...(paid.title === '' ? [] : [`Title, a text of the shop: ${JSON.stringify(paid.title)}`]),
  ...(paid.unticked === undefined ? [] : ['A box that keeps the card at the shop was unticked.']),
]

/**
 * Makes the error of `purser fill` from the filler's error. The filler's error names inputs of the tool `pay_at_checkout`; the command's
 * error names its flags.
 */
function refusalOf({ message, obstacle, pageSays, submit, isSent }: FillError): CommandError {
  const inFlags = message.replaceAll('`submit`', '--submit').replaceAll('`page`', '--page')
  const text =
    pageSays === undefined
      ? inFlags
      : inFlags.replace('`pageSays` has its own words', `its own words: ${JSON.stringify(pageSays)}`)
  const problem = {
    code: 'not_filled',
    ...(obstacle && { obstacle }),
    ...(pageSays && { pageSays }),
    ...(submit && { outcome: 'unfinished', submit }),
  }
  const next = submit === undefined ? '' : ` The outcome is unfinished; the button: --submit '${submit}'`
  return new CommandError(`${text}${next}`, isSent ? exitCodes.failed : exitCodes.refused, problem)
}
