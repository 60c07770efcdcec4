import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Names of all figures that the server makes, or that prom-client makes of the process. */
const made = new Set([
  ...[...text('server/features/system/health/metrics.ts').matchAll(/'(occhealth_\w+)'/g)].map(([, name]) => name),
  ...[...text('server/http/prometheusMetrics.ts').matchAll(/'(occhealth_\w+)'/g)].map(([, name]) => name),
  'occhealth_http_request_duration_seconds_bucket',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
]);

it.each(['docs/operations/alerts.yml', 'docs/operations/grafana.json'])(
  'the monitoring file %s uses only metrics that the server exports',
  (path) => {
    const asked = [...text(path).matchAll(/\b(?:occhealth|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter((name) => !made.has(name))).toEqual([]);
  },
);
