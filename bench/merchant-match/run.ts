/**
 * Measures how well and how fast names are matched: `npm run bench:merchants`. The results are by kind and by source, for names that the
 * rules were made with and for names that they were not, beside four other matchers. `--file PATH` adds statements of your own, lines of
 * `observed | listed`. The exit code is 1 if a promise is broken.
 */
import { parseArgs } from 'node:util'
import { merchantMatches, merchantWhereabouts } from '../../src/domain/merchant-match/merchant-match.ts'
import { acceptedPairs, refusedPairs } from '../../test/merchant-names/pairs.ts'
import { generatedStatements } from './generated.ts'
import { impostorNames } from './impostors.ts'
import { reportPublicListStatements } from './lists/report.ts'
import { rivalMatchers } from './rivals.ts'
import { isSampleFromTunedCountry, type LabelledSample } from './sample.ts'
import { measureMatchSpeed } from './speed.ts'
import { readLabelledSamples, handWrittenStatementSamples } from './statements.ts'

const LEAST_RECALL = 0.95
const MOST_FALSE = 0.003
const MOST_DECISION_MICROSECONDS = 20
const MOST_HOSTILE_MICROSECONDS = 1000

const { values } = parseArgs({ options: { file: { type: 'string' } } })
const matches = (sample: LabelledSample) => merchantMatches(sample.observed, sample.listed, merchantWhereabouts(sample))

// The speed of the matcher is measured first, before the other tables fill the memory.
const { decision, hostile } = measureMatchSpeed()

const generated = generatedStatements()
const written = handWrittenStatementSamples()
const pretenders = impostorNames()
const labelled = (pairs: typeof acceptedPairs) => pairs.map((pair) => ({ ...pair, source: 'labelled, tuned' }))

const tables: readonly (readonly [title: string, samples: readonly LabelledSample[], by: 'kind' | 'source'])[] = [
  ['generated statements, tuned countries, recognized', generated.filter(isSampleFromTunedCountry), 'kind'],
  [
    'generated statements, shut away, recognized',
    generated.filter((sample) => !isSampleFromTunedCountry(sample)),
    'kind',
  ],
  ['generated statements, recognized', generated, 'source'],
  ['statements written by hand, recognized', written, 'source'],
  ['labelled pairs to be recognized, recognized', labelled(acceptedPairs), 'kind'],
  ['impostors of tuned countries, accepted', pretenders.filter(isSampleFromTunedCountry), 'kind'],
  ['impostors shut away, accepted', pretenders.filter((sample) => !isSampleFromTunedCountry(sample)), 'kind'],
  ['labelled pairs to be refused, accepted', labelled(refusedPairs), 'kind'],
  ...(values.file === undefined
    ? []
    : [['your file, recognized', readLabelledSamples(values.file, 'file'), 'source'] as const]),
]
for (const [title, samples, by] of tables) report(title, samples, by)

console.log(
  '\nbeside                            recall  tuned  shut away    false accepts  of squatters and look-alikes',
)
const shutAway = (samples: readonly LabelledSample[]) => samples.filter((sample) => !isSampleFromTunedCountry(sample))
const brazen = pretenders.filter(({ kind }) => kind.startsWith('squatters') || kind.startsWith('look-alike'))
const share = (samples: readonly LabelledSample[], accepts: (sample: LabelledSample) => boolean) =>
  samples.filter(accepts).length / samples.length
const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(8)
const ways = rivalMatchers.map(({ name, matches: rival }) => ({
  name,
  accepts: ({ observed, listed }: LabelledSample) => rival(observed, listed),
}))
for (const { name, accepts } of [{ name: 'Purser', accepts: matches }, ...ways]) {
  const columns = [generated.filter(isSampleFromTunedCountry), shutAway(generated), pretenders, brazen].map((part) =>
    percent(share(part, accepts)),
  )
  console.log(`${name.padEnd(30)} ${percent(share([...generated, ...written], accepts))} ${columns.join(' ')}`)
}

const trueLines = reportPublicListStatements()
const failures = [
  [share(shutAway(generated), matches) >= LEAST_RECALL, 'recall of what was shut away'],
  [share(pretenders, matches) <= MOST_FALSE, 'false accepts of impostors'],
  [(trueLines?.falseAccepts ?? 0) <= MOST_FALSE, 'true lines are accepted for other merchants'],
  [brazen.every((sample) => !matches(sample)), 'a squatter or look-alike is accepted'],
  [!labelled(refusedPairs).some(matches), 'a labelled pair that is to be refused is accepted'],
  [decision < MOST_DECISION_MICROSECONDS, 'a decision takes too long'],
  [hostile < MOST_HOSTILE_MICROSECONDS, 'a hostile name takes too long'],
].flatMap(([holds, what]) => (holds === true ? [] : [what]))
for (const failure of failures) console.error(`broken: ${String(failure)}`)
if (failures.length > 0) process.exitCode = 1

function report(title: string, samples: readonly LabelledSample[], by: 'kind' | 'source'): void {
  console.log(`\n${title}: ${samples.filter(matches).length} of ${samples.length}`)
  for (const [of, part] of Map.groupBy(samples, (sample) => sample[by])) {
    console.log(`${String(part.filter(matches).length).padStart(5)} of ${String(part.length).padStart(4)}  ${of}`)
  }
}
