/** The fenced blocks of a guide, and what becomes of each. The convention is in CONTRIBUTING.md. */
export interface Block {
  readonly document: string
  /** Where its fence stands, from 1. */
  readonly line: number
  /** The nearest heading above it, or ''. */
  readonly section: string
  readonly code: string
  readonly part: Part
}

export type Part =
  /** Pasted into a terminal: the first one, or one by its name, where the command stays until it is stopped. */
  | { readonly does: 'paste'; readonly terminal?: string; readonly until?: string }
  /** What the terminal shows: the first one after the last paste, or one by its name. */
  | { readonly does: 'show'; readonly json: boolean; readonly terminal?: string }
  /** Written into a file, named from where the first terminal is. */
  | { readonly does: 'save'; readonly file: string }
  /** A program of its own, with the variables of the first terminal. */
  | { readonly does: 'run'; readonly language: 'ts' | 'python' }
  | { readonly does: 'query' }
  | { readonly does: 'configure' }
  | { readonly does: 'set policy' }
  | { readonly does: 'nothing'; readonly because: string }

const FENCE = /^( *)```(\S*)\s*$/
const NOTE = /^ *<!-- (.+) -->$/
/** A note above the first heading that holds for every block. */
const NOTE_OF_ALL = /^<!-- all (run by .+) -->$/m

export function blocksOf(document: string, text: string): Block[] {
  const ofAll = NOTE_OF_ALL.exec(text.split(/^# /m)[0] ?? '')?.[1]
  const lines = text.split('\n')
  const blocks: Block[] = []
  let section = ''
  for (let at = 0; at < lines.length; at += 1) {
    section = /^#+ (.+)$/.exec(lines[at] ?? '')?.[1] ?? section
    const [, indent, language] = FENCE.exec(lines[at] ?? '') ?? []
    if (indent === undefined || language === undefined) continue
    const end = lines.findIndex((line, index) => index > at && line.trim() === '```')
    const note = ofAll ?? noteAbove(lines, at)
    const code = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    const place = { document, line: at + 1, section, code: code.join('\n') }
    blocks.push({ ...place, part: partOf(language, note, `${document}:${at + 1}`) })
    at = end
  }
  return blocks
}

function noteAbove(lines: readonly string[], fence: number): string | undefined {
  const above = lines.slice(0, fence).findLast((line) => line.trim() !== '') ?? ''
  return NOTE.exec(above)?.[1]
}

function partOf(language: string, note: string | undefined, place: string): Part {
  const excuse = /^(?:not run: .+|run by \S+)$/.exec(note ?? '')?.[0]
  if (excuse !== undefined) return { does: 'nothing', because: excuse }
  const file = /^saved as (\S+)$/.exec(note ?? '')?.[1]
  if (file !== undefined) return { does: 'save', file }
  const [, terminal, until] = /^terminal (\w+)(?:, until it says: (.+))?$/.exec(note ?? '') ?? []
  const inTerminal = terminal === undefined ? {} : { terminal }
  if (language === 'sh' && (terminal === undefined) === (until === undefined) && (note === undefined || until)) {
    return { does: 'paste', ...inTerminal, ...(until === undefined ? {} : { until }) }
  }
  if (language === 'json' && note === 'a policy') return { does: 'set policy' }
  if ((language === 'text' || language === 'json') && until === undefined && (terminal !== undefined || !note)) {
    return { does: 'show', json: language === 'json', ...inTerminal }
  }
  if (note !== undefined) throw new Error(`${place}: what does <!-- ${note} --> mean above a block of ${language}?`)
  if (language === 'ts' || language === 'python') return { does: 'run', language }
  if (language === 'sql') return { does: 'query' }
  if (language === 'env') return { does: 'configure' }
  throw new Error(`${place}: nothing runs a block of ${JSON.stringify(language)}. Say why: <!-- not run: reason -->`)
}
