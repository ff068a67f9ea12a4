import { styleText } from 'node:util'

/** Prints the demo's story, and counts the results that differ from what was announced. */
export interface StoryNarrator {
  readonly surprises: number
  /** Prints the introduction of the demo story, before its first chapter. */
  open(text: string): void
  chapter(title: string): void
  say(label: string, text: string): void
  /** Prints a line about a result of the demo, marked by whether the demo announced this result. */
  check(asAnnounced: boolean, text: string): void
  /** Prints a line below the demo's last line, with a reason or an explanation. */
  detail(text: string): void
}

export function createStoryNarrator(write: (line: string) => void): StoryNarrator {
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
