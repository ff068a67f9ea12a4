import type { Fact, RowOf, Topic } from './row.ts'

/** The parts in which the rows of lists differ. */
interface ListOf {
  readonly number: number
  readonly of: Fact
  readonly description: string
  readonly example: string
  readonly label: string
  readonly hint: string
  readonly check: readonly [topic: Topic, name: string]
  /** The entries in a sentence for agents: `merchant categories`. */
  readonly noun: string
  readonly flag: RowOf<'list'>['flag']
}

/** The row of a list outside of which nothing is allowed. */
export const allowList = ({ noun, ...own }: ListOf) =>
  ({
    kind: 'list',
    default: null,
    looser: 'further',
    agents: (list, { names }) =>
      list.length === 0 ? `No ${noun} are allowed.` : `Only these ${noun}: ${names(list)}.`,
    needs: null,
    nothing: null, // the warnings about pairs of lists name it
    request: 'entry',
    remedy: 'entry',
    ...own,
  }) satisfies RowOf<'list'>

/** The row of a list of what is never allowed. */
export const blockList = ({ noun, ...own }: ListOf) =>
  ({
    kind: 'list',
    default: null,
    looser: 'fewer',
    agents: (list, { names }) => (list.length === 0 ? null : `Never these ${noun}: ${names(list)}.`),
    needs: null,
    nothing: null, // it permits everything
    request: 'entry',
    remedy: 'entry',
    ...own,
  }) satisfies RowOf<'list'>
