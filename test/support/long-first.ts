import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long begins first: begun last, it would keep one worker busy while the other has nothing left to do. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  2 * project.config.sequence.groupOrder + (moduleId.includes('.long.') ? 0 : 1)
