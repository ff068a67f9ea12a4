import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { changing } from '../../../store/audit/trail.ts'
import { type KeylessService, SignedIn } from '../../request/context.ts'
import { keyless } from '../../request/handler.ts'
import { accountOfProvider, askProvider, requireIdentityProvider } from './ask-provider.ts'
import { sessionView } from '../person-view.ts'
import { type Arrived, arrive } from './provider-people.ts'
import { prepare, returned } from './provider-sign-ins.ts'
import { actOfPerson, openSession } from '../sessions.ts'

const getSignInWays: KeylessService<'getSignInWays'> = async ({ settings, identityProvider }) => ({
  password: settings.passwordSignIn,
  ...(identityProvider !== null && { provider: { name: settings.oidcName } }),
})

const createProviderSignIn: KeylessService<'createProviderSignIn'> = async (context) => {
  const { begin } = await prepare(context, { purpose: 'sign_in' })
  return context.database.transaction(begin)
}

/**
 * Signs in at the provider, in several transactions: even if the sign-in is refused, its state is used up and the person may be disabled.
 */
const createProviderSession: KeylessService<'createProviderSession'> = async (context, { body: { query } }) => {
  const { database, ids, vault } = context
  const provider = requireIdentityProvider(context)
  const { secrets } = await returned(context, query, 'sign_in')
  const accountId = await accountOfProvider(context)
  const identity = await askProvider(context, () => provider.identityIn(query, secrets, null))
  const person = personIn(
    await changing(database, context, (writing) => arrive({ ...context, ...writing }, { accountId, identity })),
  )
  return changing(database, { ids, vault, act: actOfPerson(person, context) }, async (writing) => {
    const { session, ...opened } = await openSession({ ...context, ...writing }, person)
    return new SignedIn(sessionView(session, session.id), opened)
  })
}

function personIn(arrived: Arrived): PersonRow {
  if ('refusal' in arrived) throw arrived.refusal
  return arrived.person
}

export const providerSessionHandlers = {
  getSignInWays: keyless(getSignInWays),
  createProviderSignIn: keyless(createProviderSignIn),
  createProviderSession: keyless(createProviderSession),
}
