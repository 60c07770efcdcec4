import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Registry of the Prometheus metrics of this process. */
export const metrics = new Registry();

const requestCounter = new Counter({
  name: 'occhealth_http_requests_total',
  help: 'Answered API requests, by method, route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [metrics],
});
const secondsHistogram = new Histogram({
  name: 'occhealth_http_request_duration_seconds',
  help: 'Duration of an API request in seconds, by method and route',
  labelNames: ['method', 'route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

/** Registers the metrics of the process: processor, memory, event loop, garbage collection. */
export const measureProcess = (): void => {
  if (!metrics.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: metrics });
};

/**
 * Counts an answered call.
 * @param route path with the names of its parameters, never their values
 * @param ms time to the answer in ms
 */
export function measureRequest(method: string, route: string, status: number, ms: number): void {
  requestCounter.inc({ method, route: `/${route}`, status: String(status) });
  secondsHistogram.observe({ method, route: `/${route}` }, ms / 1000);
}
