/** So many at a time: more would wait for the database's connections longer than a request may. */
const AT_ONCE = 8

/** Works on all items, a few at a time. Results in the order of the items. */
export async function sideBySide<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return results
}
