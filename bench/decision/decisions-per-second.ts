const ROUND_MS = 300
const ROUNDS = 9

export interface DecisionSpeedContender {
  readonly name: string
  readonly decide: () => unknown
}

/** Decisions per second of each contender: the median of several rounds, taken in turns, so that the ratios hold on a busy machine. */
export async function decisionsPerSecond(contenders: readonly DecisionSpeedContender[]): Promise<number[]> {
  const rates = contenders.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { decide }] of contenders.entries()) {
      const rate = await measure(decide)
      if (round > 0) rates[index]?.push(rate) // the first round warms up
    }
  }
  return rates.map((measured, index) => {
    const median = measured.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
    console.log(
      `${Math.round(median).toLocaleString('en').padStart(9)} decisions per second: ${contenders[index]?.name}`,
    )
    return median
  })
}

async function measure(decide: () => unknown): Promise<number> {
  const start = cpuMs()
  let decided = 0
  while (cpuMs() - start < ROUND_MS) {
    for (let n = 0; n < 200; n += 1) {
      const answer = decide()
      if (answer instanceof Promise) await answer
    }
    decided += 200
  }
  return (decided / (cpuMs() - start)) * 1000
}

/**
 * The processor time of this process so far, in milliseconds, including garbage collection. Other processes of the machine do not count.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
