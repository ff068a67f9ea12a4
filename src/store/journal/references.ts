import type { NetworkReferencedCommand } from '../../domain/batch/commands/commands.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { type BucketGroups, singleBucketGroup } from '../sharding/groups.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/**
 * Reads the transactions under the references that the batch's authorizations and facts name: for each reference the card's own
 * transaction, or another card's if the card has none. On a distributed database only the card's bucket is searched, because other buckets
 * may be on other servers.
 */
export async function readTransactionsUnderReferences(
  connection: DatabaseTransactionConnection,
  named: readonly NetworkReferencedCommand[],
  groups: BucketGroups,
): Promise<StoredTransaction[]> {
  const cardIds = named.map(({ cardId }) => cardId)
  const columns = [
    named.map(({ referenceHash }) => referenceHash),
    named.map(({ cardReferenceHash }) => cardReferenceHash),
    cardIds,
  ]
  return groups === singleBucketGroup
    ? connection.rows(selectReferences, columns)
    : connection.rows(selectReferencesOfBucket, givenRowsSqlParameters(cardIds, columns))
}

/**
 * Finds a transaction by the hash of its network reference. The condition names the hash alone, because the index has only the hash. With a
 * condition on the card as well, PostgreSQL might read all of the card's transactions instead of using that index.
 */
const selecting = (given: string, bucket = '') => `select ${transactionStates.columnsOf('t')}
    from ${given}
    cross join lateral (
      select ${transactionStates.columnsOf()} from transactions
      where ${bucket}reference_hash = any(array[given.hash, given.card_hash])
      order by coalesce(one_time_card_id, card_id) <> given.card_id limit 1) t`

const selectReferences: PreparedStatement = {
  name: 'select-references',
  text: selecting('unnest($1::text[], $2::text[], $3::text[]) as given (hash, card_hash, card_id)'),
}
const selectReferencesOfBucket: PreparedStatement = {
  name: 'select-references-of-bucket',
  text: selecting(
    givenRowsTableSql({ hash: 'text', card_hash: 'text', card_id: 'text' }),
    'bucket = given.bucket and ',
  ),
}
