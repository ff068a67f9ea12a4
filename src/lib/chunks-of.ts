/** Collects items into arrays of `size`. The last array may be shorter. */
export async function* chunksOf<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let chunk: T[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
