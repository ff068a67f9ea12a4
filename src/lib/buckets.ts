import { hash } from 'node:crypto'
import { decodeBase32, encodeBase32 } from './base32.ts'

/**
 * The 64 buckets. The bucket is the first column of every key of a row that belongs to a customer. All rows of a customer are in one
 * bucket, whose characters end the customer's id and every id beneath it. Where tables are distributed over servers, all rows
 * of a bucket are on one server.
 *
 * The buckets' numbers are chosen so that tables that are distributed by the column `bucket` over 64 shards have one bucket in every
 * shard. For that, the range of PostgreSQL's hash function `hashint2` is divided into 64 equal sections, and for each section the list has
 * the least number whose hash falls into it.
 */
export const CUSTOMER_BUCKETS: readonly number[] = [
  60, 8, 82, 1, 31, 88, 79, 24, 10, 92, 48, 109, 5, 112, 50, 166, 4, 7, 17, 172, 16, 96, 170, 85, 36, 89, 19, 0, 37, 45,
  101, 3, 113, 52, 62, 99, 136, 168, 46, 28, 6, 66, 70, 21, 83, 39, 43, 13, 2, 351, 27, 95, 58, 149, 41, 179, 9, 80, 59,
  22, 12, 11, 44, 18,
]

/** How many characters at the end of an id name its bucket. */
export const BUCKET_CHARACTERS = 2

/** The bucket of the row with an id. A text that is no id gets a bucket, too, in which no row has this id. */
export const bucketOfId = (id: string): number => decodeBase32(id.slice(-BUCKET_CHARACTERS))

/** The characters that end the ids of a bucket. */
export const bucketCharacters = (bucket: number): string => encodeBase32(bucket, BUCKET_CHARACTERS)

/** The bucket of a row that is looked up by a text. It depends only on the text, so that a unique key refuses a second row of the text. */
export const bucketOfText = (text: string): number => bucketOfRandomByte(hash('sha256', text, 'buffer')[0] as number)

/** The bucket that a random byte selects. */
export const bucketOfRandomByte = (random: number): number =>
  CUSTOMER_BUCKETS[random % CUSTOMER_BUCKETS.length] as number
