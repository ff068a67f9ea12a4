import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { inAuditedTransaction } from '../../../store/audit/trail.ts'
import { type KeylessService, SignInAnswer } from '../../request/context.ts'
import { keylessHandler } from '../../request/handler.ts'
import { accountOfProvider, callSignInProvider, requireIdentityProvider } from './ask-provider.ts'
import { sessionView } from '../person-view.ts'
import { type ProviderArrival, admitProviderPerson } from './provider-people.ts'
import { prepareProviderSignIn, finishProviderSignIn } from './provider-sign-ins.ts'
import { actOfPerson, openSession } from '../sessions.ts'

const getSignInWays: KeylessService<'getSignInWays'> = async ({ settings, identityProvider }) => ({
  password: settings.passwordSignIn,
  ...(identityProvider !== null && { provider: { name: settings.oidcName } }),
})

const createProviderSignIn: KeylessService<'createProviderSignIn'> = async (context) => {
  const { begin } = await prepareProviderSignIn(context, { purpose: 'sign_in' })
  return context.database.transaction(begin)
}

/**
 * Signs in at the provider, in several transactions: even if the sign-in is refused, its state is used up and the person may be disabled.
 */
const createProviderSession: KeylessService<'createProviderSession'> = async (context, { body: { query } }) => {
  const { database, ids, vault } = context
  const provider = requireIdentityProvider(context)
  const { secrets } = await finishProviderSignIn(context, query, 'sign_in')
  const accountId = await accountOfProvider(context)
  const identity = await callSignInProvider(context, () => provider.identityIn(query, secrets, null))
  const person = personIn(
    await inAuditedTransaction(database, context, (writing) =>
      admitProviderPerson({ ...context, ...writing }, { accountId, identity }),
    ),
  )
  return inAuditedTransaction(database, { ids, vault, act: actOfPerson(person, context) }, async (writing) => {
    const { session, ...opened } = await openSession({ ...context, ...writing }, person)
    return new SignInAnswer(sessionView(session, session.id), opened)
  })
}

function personIn(arrived: ProviderArrival): PersonRow {
  if ('refusal' in arrived) throw arrived.refusal
  return arrived.person
}

export const providerSessionHandlers = {
  getSignInWays: keylessHandler(getSignInWays),
  createProviderSignIn: keylessHandler(createProviderSignIn),
  createProviderSession: keylessHandler(createProviderSession),
}
