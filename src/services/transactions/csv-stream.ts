import { Readable } from 'node:stream'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { type NodeWorkTurnHolder, NodeWorkTurns } from '../../lib/traffic/turns.ts'

/** Limits how many CSV files are made at the same time: two for one API key or person, four for an account. */
const files = new NodeWorkTurns({ ofName: 2, ofAccount: 4, waitMs: answerStepDeadlinesMs.queue })

/** Makes a CSV file of lines in its caller's turn, which ends when the file is sent or its reader has left. */
export const csvStream = (holder: NodeWorkTurnHolder, lines: AsyncIterable<string>): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const sent = files.take(holder, async () => {
      const stream = Readable.from(lines, { objectMode: false })
      const closed = new Promise<void>((end) => {
        stream.once('close', end)
      })
      resolve(stream)
      await closed
    })
    sent.catch(reject)
  })
