import { styleText } from 'node:util'

/** Tells the story and counts what did not come as announced. */
export interface Narrator {
  readonly surprises: number
  /** Before the first chapter. */
  open(text: string): void
  chapter(title: string): void
  say(label: string, text: string): void
  /** A line that says what happened, marked by whether it is what was announced. */
  check(asAnnounced: boolean, text: string): void
  /** A line below, for a reason or an explanation. */
  detail(text: string): void
}

export function createNarrator(write: (line: string) => void): Narrator {
  let chapters = 0
  let surprises = 0
  return {
    get surprises() {
      return surprises
    },
    open: write,
    chapter(title) {
      chapters += 1
      write(`\n${styleText('bold', `${chapters}. ${title}`)}`)
    },
    say(label, text) {
      write(`   ${styleText('dim', label.padEnd(9))} ${text}`)
    },
    check(asAnnounced, text) {
      if (!asAnnounced) surprises += 1
      write(` ${asAnnounced ? styleText('green', '✓') : styleText('red', '✗')} ${text}`)
    },
    detail(text) {
      write(`   ${styleText('dim', text)}`)
    },
  }
}
