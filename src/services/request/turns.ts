import { BusyError } from '../../lib/traffic/busy-error.ts'

/** So much of each name at a time. The others wait in the order in which they came. */
export interface Turns {
  /** Throws `BusyError` where its turn does not come in time. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface TurnsOptions {
  /** Of one name. */
  readonly atOnce: number
  readonly waitMs: number
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export function createTurns({ atOnce, waitMs }: TurnsOptions): Turns {
  const lines = new Map<string, Line>()

  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { running: 0, waiting: [] }
    lines.set(name, line)
    return line
  }

  return {
    async take(name, work) {
      const line = lineOf(name)
      if (line.running < atOnce) line.running += 1
      else await turnOf(line, waitMs)
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        if (next !== undefined) next()
        else if ((line.running -= 1) === 0) lines.delete(name)
      }
    },
  }
}

/** Whoever ends hands its turn on. */
function turnOf({ waiting }: Line, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new BusyError('queue_full', 'Too much of one kind is asked at once.'))
    }, waitMs)
    waiting.push(begin)
  })
}
