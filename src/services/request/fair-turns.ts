import { BusyError } from '../../lib/traffic/busy-error.ts'
import type { Turns, TurnsOptions } from './turns.ts'

/** So much at a time in all. Names that wait take turns, one of each: whoever asks for much waits for itself. */
export function createFairTurns({ atOnce, waitMs }: TurnsOptions): Turns {
  /** Whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0

  const handOn = () => {
    const next = lines.entries().next()
    if (next.done === true) {
      running -= 1
      return
    }
    const [name, line] = next.value
    const begin = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    begin?.()
  }

  const turnOf = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(name) ?? []
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(begin), 1)
        if (line.length === 0) lines.delete(name)
        reject(new BusyError('queue_full', 'Too much of one kind is asked at once.'))
      }, waitMs)
      line.push(begin)
      lines.set(name, line)
    })

  return {
    async take(name, work) {
      if (running < atOnce) running += 1
      else await turnOf(name)
      try {
        return await work()
      } finally {
        handOn()
      }
    },
  }
}
