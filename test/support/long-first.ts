import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts long tests first. A long test that begins last would keep one worker busy while the other one has nothing left to do. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- `sort` here is a method of Vitest's sequencer, and not an array's
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  2 * project.config.sequence.groupOrder + (/\.(?:long|release)\./.test(moduleId) ? 0 : 1)
