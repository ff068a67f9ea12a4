import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { inAuditedTransaction } from '../../../store/audit/trail.ts'
import { type KeylessOperationService, SignInAnswer } from '../../request/context.ts'
import { keylessOperationHandler } from '../../request/handler.ts'
import { accountOfSignInProvider, callSignInProvider, requireIdentityProvider } from './ask-provider.ts'
import { sessionView } from '../person-view.ts'
import { type ProviderSignInOutcome, admitProviderPerson } from './provider-people.ts'
import { prepareProviderSignIn, finishProviderSignIn } from './provider-sign-ins.ts'
import { auditedActOfPerson, openSession } from '../sessions.ts'

const getSignInWays: KeylessOperationService<'getSignInWays'> = async ({ settings, identityProvider }) => ({
  password: settings.passwordSignIn,
  ...(identityProvider !== null && { provider: { name: settings.oidcName } }),
})

const createProviderSignIn: KeylessOperationService<'createProviderSignIn'> = async (context) => {
  const { begin } = await prepareProviderSignIn(context, { purpose: 'sign_in' })
  return context.database.transaction(begin)
}

/**
 * Signs in at the provider, in several transactions: even if the sign-in is refused, its state is used up and the person may be disabled.
 */
const createProviderSession: KeylessOperationService<'createProviderSession'> = async (
  context,
  { body: { query } },
) => {
  const { database, ids, vault } = context
  const provider = requireIdentityProvider(context)
  const { secrets } = await finishProviderSignIn(context, query, 'sign_in')
  const accountId = await accountOfSignInProvider(context)
  const identity = await callSignInProvider(context, () => provider.identityIn(query, secrets, null))
  const person = personIn(
    await inAuditedTransaction(database, context, (writing) =>
      admitProviderPerson({ ...context, ...writing }, { accountId, identity }),
    ),
  )
  return inAuditedTransaction(database, { ids, vault, act: auditedActOfPerson(person, context) }, async (writing) => {
    const { session, ...opened } = await openSession({ ...context, ...writing }, person)
    return new SignInAnswer(sessionView(session, session.id), opened)
  })
}

function personIn(arrived: ProviderSignInOutcome): PersonRow {
  if ('refusal' in arrived) throw arrived.refusal
  return arrived.person
}

export const providerSessionHandlers = {
  getSignInWays: keylessOperationHandler(getSignInWays),
  createProviderSignIn: keylessOperationHandler(createProviderSignIn),
  createProviderSession: keylessOperationHandler(createProviderSession),
}
