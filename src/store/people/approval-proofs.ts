import type { Db, Tx } from '../connection/db.ts'
import type { ApprovalProofRow } from '../rows/people-tables.ts'

export async function insertApprovalProof(tx: Tx, proof: ApprovalProofRow): Promise<void> {
  await tx.insertInto('approval_proofs').values(proof).execute()
}

/** Finds the last proof that a person has given for one decision about an intent. */
export const findApprovalProof = (
  db: Db,
  { intentId, personId, decision }: { intentId: string; personId: string; decision: ApprovalProofRow['decision'] },
): Promise<ApprovalProofRow | undefined> =>
  db
    .selectFrom('approval_proofs')
    .selectAll()
    .where('intent_id', '=', intentId)
    .where('person_id', '=', personId)
    .where('decision', '=', decision)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
