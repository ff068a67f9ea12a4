import { LRUCache } from 'lru-cache'

/**
 * A cache that keeps the `most` entries that were read or written last. Its memory grows with its entries: the option `max` of `lru-cache`
 * would reserve the memory of all entries at once, 14 MB for 500,000.
 */
export class LastUsedCache<Value extends object | number | string | true> extends LRUCache<string, Value> {
  /** `dropped` is called with each entry of the cache that was removed to make room for another entry. */
  constructor(most: number, dropped?: (value: Value) => void) {
    super({
      maxSize: most,
      sizeCalculation: () => 1,
      ...(dropped && { dispose: (value, _key, reason) => reason === 'evict' && dropped(value) }),
    })
  }
}
