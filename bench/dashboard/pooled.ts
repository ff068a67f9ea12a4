/** Calls `work` for each number below `count`, at most `atOnce` at a time. */
export async function pooled(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
