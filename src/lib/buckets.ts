import { hash } from 'node:crypto'
import { decodeBase32, encodeBase32 } from './base32.ts'

/**
 * In which bucket a row is: the first part of every key of what belongs to a customer. All of a customer is in one, which its
 * id and every id beneath it end with. Where tables are distributed over servers, a bucket is what stands together.
 *
 * These are the numbers that fall one each into 64 equal parts of PostgreSQL's `hashint2`, the least of each part, in the order
 * of the parts: distributed by this column over 64 shards, every shard has one.
 */
export const BUCKETS: readonly number[] = [
  60, 8, 82, 1, 31, 88, 79, 24, 10, 92, 48, 109, 5, 112, 50, 166, 4, 7, 17, 172, 16, 96, 170, 85, 36, 89, 19, 0, 37, 45,
  101, 3, 113, 52, 62, 99, 136, 168, 46, 28, 6, 66, 70, 21, 83, 39, 43, 13, 2, 351, 27, 95, 58, 149, 41, 179, 9, 80, 59,
  22, 12, 11, 44, 18,
]

/** Characters at the end of an id that name its bucket. */
export const BUCKET_CHARACTERS = 2

/** The bucket of an id. A text that is none has some bucket too, in which it is not found. */
export const bucketOf = (id: string): number => decodeBase32(id.slice(-BUCKET_CHARACTERS))

/** What the ids of a bucket end with. */
export const bucketCharacters = (bucket: number): string => encodeBase32(bucket, BUCKET_CHARACTERS)

/** The bucket of what is found by a text: it depends on nothing else, so that two of one text meet. */
export const bucketOfText = (text: string): number => drawnBucket(hash('sha256', text, 'buffer')[0] as number)

/** One of the 64, by a random byte. */
export const drawnBucket = (random: number): number => BUCKETS[random % BUCKETS.length] as number
