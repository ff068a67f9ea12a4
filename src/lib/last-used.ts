import { LRUCache } from 'lru-cache'

/**
 * Keeps the entries that were last read or written, `most` of them. It grows with what is in it: `max` of `lru-cache` would reserve
 * the memory for all entries at once, 14 MB for 500,000.
 */
export class LastUsed<Value extends object | number | string | true> extends LRUCache<string, Value> {
  /** `dropped` is told of each entry that made room for another one. */
  constructor(most: number, dropped?: (value: Value) => void) {
    super({
      maxSize: most,
      sizeCalculation: () => 1,
      ...(dropped && { dispose: (value, _key, reason) => reason === 'evict' && dropped(value) }),
    })
  }
}
