import type { Tx } from '../connection/db.ts'
import type { ProviderSignInRow } from '../rows/people-tables.ts'

export async function insertProviderSignIn(tx: Tx, signIn: ProviderSignInRow): Promise<void> {
  await tx.insertInto('provider_sign_ins').values(signIn).execute()
}

/** Deletes the row of a sign-in at the provider and returns it, so that it can be used only once. */
export const takeProviderSignIn = (tx: Tx, secretHash: Buffer): Promise<ProviderSignInRow | undefined> =>
  tx.deleteFrom('provider_sign_ins').where('secret_hash', '=', secretHash).returningAll().executeTakeFirst()

export async function deleteProviderSignInsUntil(tx: Tx, until: number): Promise<void> {
  await tx.deleteFrom('provider_sign_ins').where('expires_at', '<=', until).execute()
}
