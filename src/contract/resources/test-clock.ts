import { Type } from 'typebox'
import { Timestamp } from '../primitives.ts'

export const TestClock = Type.Object({ now: Timestamp }, { title: 'TestClock' })
export const AdvanceTestClockBody = Type.Object(
  {
    seconds: Type.Number({
      minimum: 0,
      maximum: 315_576_000,
      description: 'By how many seconds to move the test clock, to the millisecond. At most ten years.',
    }),
  },
  { additionalProperties: false },
)
