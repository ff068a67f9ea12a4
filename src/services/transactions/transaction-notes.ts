import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { FreeFormObject } from '../../contract/primitives.ts'
import {
  TRANSACTION_CODING_NAME,
  MOST_TRANSACTION_CODING_TEXTS,
  type TransactionCoding,
} from '../../contract/resources/papers/transaction-notes.ts'
import type { TransactionNotes } from '../../store/transactions/notes-column.ts'
import { checkFreeFormObject } from '../input/free-form.ts'
import { mergedPatchField } from '../input/merged.ts'
import type { Principal } from '../request/context.ts'

type NotesPatch = OperationInputOf<'updateTransaction'>['body']

const mergedMetadata = mergedPatchField<FreeFormObject>('metadata', FreeFormObject)

/** Refuses metadata of a caller who may only explain a purchase: metadata is for the programs of the account. */
export function checkTransactionNotesCaller({ role }: Principal, { metadata }: NotesPatch): void {
  if (metadata === undefined || role === 'admin') return
  throw new ApiError('insufficient_permissions', {
    message: '`metadata` needs an API key of the role admin. Other keys may set `memo` and `coding`.',
    details: { roles: ['admin'] },
  })
}

/** Applies a patch to the notes of a transaction. Throws 400 where the result has too much. */
export const mergedTransactionNotes = (
  before: TransactionNotes,
  { metadata, memo, coding }: NotesPatch,
): TransactionNotes => ({
  metadata: checkFreeFormObject('metadata', mergedMetadata(before.metadata, metadata)),
  memo: memo === undefined ? before.memo : memo,
  coding: mergedCoding(before.coding, coding),
  documents: before.documents,
})

function mergedCoding(
  before: TransactionNotes['coding'],
  patch: NotesPatch['coding'],
): Readonly<Record<string, string>> | null {
  if (patch === undefined) return before
  if (patch === null) return null
  const unfit = Object.keys(patch).find((name) => !TRANSACTION_CODING_NAME.test(name))
  if (unfit !== undefined) {
    throw invalidRequestError(
      'coding',
      `\`coding\` has a name that is no name of a text: ${JSON.stringify(unfit.slice(0, 60))}.`,
      'parameter_invalid',
      'Name it with up to 40 letters, digits, `_`, `.` and `-`, such as `account`.',
    )
  }
  const texts = new Map<string, string | null>([...Object.entries(before ?? {}), ...Object.entries(patch)])
  const coding = Object.fromEntries([...texts].filter(([, text]) => text !== null)) as TransactionCoding
  const count = Object.keys(coding).length
  if (count > MOST_TRANSACTION_CODING_TEXTS) {
    throw invalidRequestError(
      'coding',
      `\`coding\` would have ${count} texts; it has at most ${MOST_TRANSACTION_CODING_TEXTS}.`,
      'parameter_invalid',
      'Unset some of them with `null`.',
    )
  }
  return count === 0 ? null : coding
}
