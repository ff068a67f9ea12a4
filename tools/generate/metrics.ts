import { type Metric, metrics } from '../../src/app/telemetry/metrics.ts'
import { code, type GeneratedFile, markdownNotice, table } from './generated-file.ts'

const head = `${markdownNotice('src/app/telemetry/metrics.ts')}
# Metrics

\`GET /metrics\` answers Prometheus text to keys of the roles \`admin\` and \`read\`: these metrics, and those of the process (\`process_*\`, \`nodejs_*\`).
Histograms have the suffixes \`_bucket\`, \`_sum\` and \`_count\`. Each node reports its own metrics. What to watch: [operating.md](../guides/operating.md#health-metrics-logs).
`

/** Generates the reference of metrics from the table by which a node registers them. */
export function metricsFile(): GeneratedFile {
  const rows = Object.values<Metric>(metrics).map(({ name, type, labelNames = [], help }) => [
    code(name),
    type,
    labelNames.map(code).join(', '),
    help,
  ])
  const text = `${head}\n${table(['Metric', 'Type', 'Labels', 'Meaning'], rows)}\n`
  return { path: 'docs/reference/metrics.md', text }
}
