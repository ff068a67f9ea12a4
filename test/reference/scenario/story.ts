import type { Step } from '../step.ts'
import { cards } from './cards.ts'
import { issuers } from './issuers.ts'
import { intents } from './intents.ts'
import { changeRequests } from './change-requests.ts'
import { endsOfKeys, keys } from './keys.ts'
import { people } from './people.ts'
import { purchases } from './purchases.ts'
import { challenges } from './challenges.ts'
import { refusals } from './refusals.ts'
import { signIns } from './sign-ins.ts'
import { subscriptions } from './subscriptions.ts'
import { trail } from './trail.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** All that the reference shows, in the order in which it happens on a Purser that nobody has used. */
export const story: readonly Step[] = [
  ...people,
  ...webhooks,
  ...cards,
  ...keys,
  ...intents,
  ...purchases,
  ...changeRequests,
  ...challenges,
  ...subscriptions,
  ...refusals,
  ...issuers,
  ...deliveries,
  ...signIns,
  ...trail,
  ...endsOfKeys,
]
