/**
 * Tries Purser with a sandbox of Stripe: `npm run check:stripe-sandbox`. docs/guides/stripe.md describes its requirements and its output.
 * The exit code is 1 if a step fails, and 2 if the check cannot begin.
 */
import { exitCodes } from '../../src/cli/exit-codes.ts'

const HOW = `It needs a sandbox of Stripe with Issuing and test money in its Issuing balance (https://docs.stripe.com/issuing/testing), and

  STRIPE_SANDBOX_KEY=sk_test_...                  a secret key of it, or a restricted one that may write Issuing
  PURSER_STRIPE_AUTHORIZATION_SECRET=whsec_...    of its real-time authorizations, which decline without an answer
  PURSER_STRIPE_EVENT_SECRET=whsec_...            of an endpoint for its events

Both endpoints lead to https://<a tunnel>/issuers/stripe/authorizations and .../events, and the tunnel to port 8420 here, or PORT.
With PURSER_URL and PURSER_API_KEY instead of the two secrets, a Purser that runs already is tried.`

const { env } = process
const key = env['STRIPE_SANDBOX_KEY'] ?? ''
const secrets = ['PURSER_STRIPE_AUTHORIZATION_SECRET', 'PURSER_STRIPE_EVENT_SECRET'] as const
const isLacking = env['PURSER_URL'] === undefined && secrets.some((name) => env[name] === undefined)

if (/^(sk|rk)_live_/.test(key)) refuse('STRIPE_SANDBOX_KEY is a key of real money. It is not used.')
else if (!/^(sk|rk)_test_/.test(key)) refuse('STRIPE_SANDBOX_KEY is missing, or no key of a sandbox.')
else if (isLacking) refuse(`${secrets.join(' or ')} is missing.`)
else {
  const { checkStripeSandbox: checkStripe } = await import('./stripe-check.ts') // loaded only now, so that nothing is loaded for a refused Stripe key
  process.exitCode = (await checkStripe(env, key, secrets)) ? exitCodes.done : exitCodes.failed
}

function refuse(why: string): void {
  console.error(`${why}\n\n${HOW}`)
  process.exitCode = exitCodes.refused
}
