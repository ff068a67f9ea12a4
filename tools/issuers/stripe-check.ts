import { Stripe } from 'stripe'
import { purserForSandboxCheck } from './checked-purser.ts'
import { runSandboxSteps } from './steps.ts'
import { StripeCard } from './stripe-card.ts'
import { stripeSandboxSteps } from './stripe-steps.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Runs the check of Stripe's sandbox. Resolves to whether no step has failed. */
export async function checkStripeSandbox(env: Environment, key: string, secrets: readonly string[]): Promise<boolean> {
  const url = new URL(env['PURSER_STRIPE_URL'] ?? 'https://api.stripe.com')
  const purser = await purserForSandboxCheck(env, {
    PURSER_STRIPE_KEY: key,
    PURSER_STRIPE_URL: url.origin,
    PURSER_ISSUER_REVEAL: 'proxy',
    PURSER_HOLD_DAYS: '31',
    ...Object.fromEntries(secrets.map((name) => [name, env[name] ?? ''])),
  })
  const stripe = new Stripe(key, {
    host: url.hostname,
    port: url.port === '' ? 443 : url.port,
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
  })
  const card = new StripeCard(stripe, purser)
  try {
    return await runSandboxSteps(stripeSandboxSteps({ stripe, purser, card }), (line) => console.log(line))
  } finally {
    await card.leave().catch((error: Error) => console.error(`what was made at Stripe stays there: ${error.message}`))
    await purser.stop()
  }
}
