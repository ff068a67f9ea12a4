import { ApiError } from '../../contract/errors.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { type KeylessOperationService, SignInAnswer } from '../request/context.ts'
import { keylessOperationHandler } from '../request/handler.ts'
import { takePasskeyAnswer, createPasskeyChallenge } from './passkey-challenges.ts'
import { passkeySiteOf } from './passkey-checks.ts'
import { demandPasswordSignIn, signInMethodOf } from './no-password.ts'
import { usePasskey } from './passkey-use.ts'
import { PASSKEY_TIMEOUT_MS } from './passkey-options.ts'
import { sessionView } from './person-view.ts'
import { auditedActOfPerson, openSession } from './sessions.ts'

const createSignInOptions: KeylessOperationService<'createSignInOptions'> = async (context) => {
  demandPasswordSignIn(context)
  const { challenge, ...rest } = await context.database.transaction((tx) =>
    createPasskeyChallenge(tx, context, { purpose: 'sign_in' }),
  )
  const { rpId } = passkeySiteOf(context)
  return { options: { challenge, rpId, timeout: PASSKEY_TIMEOUT_MS, userVerification: 'required' }, ...rest }
}

/** Signs in with a passkey. The challenge is taken in a transaction of its own, so that it is used up even if the signature is refused. */
const createPasskeySession: KeylessOperationService<'createPasskeySession'> = async (context, { body }) => {
  demandPasswordSignIn(context)
  const { database, ids, vault } = context
  const { clientData } = body
  const { challenge } = await database.transaction((tx) =>
    takePasskeyAnswer(tx, context, { purpose: 'sign_in', clientData }),
  )
  const { person } = await database.transaction((tx) => usePasskey(tx, context, { assertion: body, challenge }))
  // A person of the sign-in provider cannot sign in with a passkey: only the provider knows whether the person's groups still give a role.
  if (signInMethodOf(person) === 'provider') throw new ApiError('provider_required')
  return inAuditedTransaction(database, { ids, vault, act: auditedActOfPerson(person, context) }, async (writing) => {
    const { session, ...opened } = await openSession({ ...context, ...writing }, person)
    return new SignInAnswer(sessionView(session, session.id), opened)
  })
}

export const passkeySessionHandlers = {
  createSignInOptions: keylessOperationHandler(createSignInOptions),
  createPasskeySession: keylessOperationHandler(createPasskeySession),
}
