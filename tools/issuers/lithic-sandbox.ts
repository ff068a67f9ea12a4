/**
 * Tries Purser with a sandbox of Lithic: `npm run check:lithic-sandbox`. docs/guides/lithic.md describes its requirements and its output.
 * The exit code is 1 if a step fails, and 2 if the check cannot begin.
 */
import { isLoopback } from '../../src/lib/network/loopback.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { purserForSandboxCheck } from './checked-purser.ts'
import { lithicEndpointsAt, LithicAccount, type LithicEndpoints } from './lithic-account.ts'
import { LithicCard } from './lithic-card.ts'
import { lithicSandboxSteps } from './lithic-steps.ts'
import { runSandboxSteps } from './steps.ts'

const SANDBOX = 'https://sandbox.lithic.com'
const HOW = `It needs an account in Lithic's sandbox (https://docs.lithic.com/docs/quick-start), and

  LITHIC_SANDBOX_KEY=0f1e2d3c-...                 its key
  PURSER_PUBLIC_URL=https://<a tunnel>            which leads to port 8420 here, or PORT

Lithic asks and tells this address while it is tried, and nobody afterwards. Keys of production open nothing in the sandbox, and nothing
else is called.`

const { env } = process
const key = env['LITHIC_SANDBOX_KEY'] ?? ''
const api = new URL(env['PURSER_LITHIC_URL'] ?? SANDBOX)
const publicUrl = env['PURSER_PUBLIC_URL'] ?? ''

if (key === '') refuse('LITHIC_SANDBOX_KEY is missing.')
else if (env['PURSER_LITHIC_ENVIRONMENT'] === 'production' || (api.origin !== SANDBOX && !isLoopback(api.hostname)))
  refuse('The environment is one of real money. It is not called.')
else if (!URL.canParse(publicUrl)) refuse('PURSER_PUBLIC_URL is missing, or no URL.')
else await begin()

function refuse(why: string): void {
  console.error(`${why}\n\n${HOW}`)
  process.exitCode = exitCodes.refused
}

async function begin(): Promise<void> {
  const account = new LithicAccount(key, api)
  try {
    const endpoints = await lithicEndpointsAt(account, new URL(publicUrl))
    process.exitCode = (await check(account, endpoints)) ? exitCodes.done : exitCodes.failed
  } catch (error) {
    refuse((error as Error).message)
  }
}

async function check(account: LithicAccount, endpoints: LithicEndpoints): Promise<boolean> {
  const purser = await purserForSandboxCheck(env, {
    PURSER_LITHIC_KEY: key,
    PURSER_LITHIC_URL: api.origin,
    PURSER_LITHIC_ASA_SECRET: endpoints.asaSecret,
    PURSER_LITHIC_EVENT_SECRET: endpoints.eventSecret,
    PURSER_ISSUER_REVEAL: 'proxy',
    PURSER_HOLD_DAYS: '31',
  })
  const card = new LithicCard(account, purser)
  const { enroll } = endpoints
  try {
    return await runSandboxSteps(lithicSandboxSteps({ purser, card, enroll }), (line) => console.log(line))
  } finally {
    for (const end of [() => card.leave(), () => endpoints.leave()])
      await end().catch((error: Error) => console.error(`what was made at Lithic stays there: ${error.message}`))
    await purser.stop()
  }
}
