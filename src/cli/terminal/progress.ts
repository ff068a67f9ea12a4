import type { TerminalScreen } from './screen.ts'
import { cutTextToTerminalWidth } from './text.ts'

/** Shows how far a command's work has come: on a terminal one line that is overwritten, in a log one line now and then. */
export interface CommandProgressLine {
  /** Reports how much of the work is done. `total`: how much there is in all; undefined where that is not known. */
  at(done: number, total?: number): void
  /** Removes the line of the progress from the terminal. */
  end(): void
}

export interface ProgressLineOptions {
  /** The unit of the progress, for instance `cards renewed`. */
  readonly what: string
  readonly screen: TerminalScreen
  readonly write: (text: string) => void
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number
}

const TERMINAL_EVERY_MS = 100
const LOG_EVERY_MS = 5000
const LINE_START = '\r\u001b[2K'

export function createProgressLine({
  what,
  screen,
  write,
  now = () => performance.now(),
}: ProgressLineOptions): CommandProgressLine {
  const everyMs = screen.isTerminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS
  // The work begins with the first report: the time before it, such as the start of a database, is no slow progress.
  let startedAt: number | null = null
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    at(done, total) {
      const at = now()
      if (startedAt === null) {
        startedAt = at
        if (!screen.isTerminal) shownAt = at
      }
      if (at - shownAt < everyMs) return
      shownAt = at
      const line = describe({ done, total, elapsedMs: at - startedAt, what })
      write(screen.isTerminal ? `${LINE_START}${cutTextToTerminalWidth(line, screen.width - 1)}` : `${line}\n`)
    },
    end() {
      if (screen.isTerminal) write(LINE_START)
    },
  }
}

interface ProgressState {
  readonly done: number
  readonly total: number | undefined
  readonly elapsedMs: number
  readonly what: string
}

function describe({ done, total, elapsedMs, what }: ProgressState): string {
  const count = (number: number) => number.toLocaleString('en-US')
  if (total === undefined || total <= 0) return `${count(done)} ${what}`
  const percent = Math.min(100, Math.floor((done / total) * 100))
  const left = done > 0 && done < total ? `, ${duration((elapsedMs / done) * (total - done))} left` : ''
  return `${String(percent).padStart(3)} %  ${count(done)} of ${count(total)} ${what}${left}`
}

/** A duration as text, for instance `12 s`, `3 min 20 s`, `2 h 5 min`. */
function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The progress of a command, on standard error, because standard output is for the command's answer. */
export const shellCommandProgress = (what: string, screen: TerminalScreen): CommandProgressLine =>
  createProgressLine({ what, screen, write: (text) => process.stderr.write(text) })
