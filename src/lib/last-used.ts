import { LRUCache } from 'lru-cache'

/**
 * Keeps the entries that were last read or written, `most` of them. It grows with what is in it: `max` of `lru-cache` would reserve
 * the memory for all entries at once, 14 MB for 500,000.
 */
export class LastUsed<Value extends object | number | true> extends LRUCache<string, Value> {
  constructor(most: number) {
    super({ maxSize: most, sizeCalculation: () => 1 })
  }
}
