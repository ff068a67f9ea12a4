import { type GaugeMetric, type Metric, nodeMetrics } from '../../src/app/telemetry/metrics.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/app/telemetry/metrics.ts')}
# Metrics

\`GET /metrics\` answers Prometheus text to keys of the roles \`admin\` and \`read\`: these metrics, and those of the process (\`process_*\`, \`nodejs_*\`).
Histograms have the suffixes \`_bucket\`, \`_sum\` and \`_count\`. Each node reports its own metrics. With several
processes (\`PURSER_PROCESSES\`), whichever of them is asked reports those of all: counters and histograms are added up, and of gauges the last column
says what is reported. What to watch: [operating.md](../guides/operating.md#health-metrics-logs).
`

const OF_SEVERAL: Record<GaugeMetric['aggregator'], string> = {
  sum: 'the sum',
  max: 'the greatest',
  min: 'the least',
  average: 'the mean',
  first: 'one of them',
}

/** Generates the reference of metrics from the table by which a node registers them. */
export function metricsFile(): GeneratedFile {
  const rows = Object.values<Metric>(nodeMetrics).map((metric) => [
    markdownCode(metric.name),
    metric.type,
    (metric.labelNames ?? []).map(markdownCode).join(', '),
    metric.help,
    metric.type === 'gauge' ? OF_SEVERAL[metric.aggregator] : 'the sum',
  ])
  const text = `${head}\n${markdownTable(['Metric', 'Type', 'Labels', 'Meaning', 'Of several processes'], rows)}\n`
  return { path: 'docs/reference/metrics.md', text }
}
