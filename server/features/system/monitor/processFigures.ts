import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFigures } from '@contract/features/system/monitorWire';
import { version } from '@server/base/version';
import { officeProgram } from '@server/print/layouts/officeConverter';

/** Interval in ms at which the clock is sampled. It is part of the measured delay. */
const resolutionMs = 20;
// One per process, since a process has one event loop.
const loopDelay = monitorEventLoopDelay({ resolution: resolutionMs });
loopDelay.enable();
let cpuFrom = process.cpuUsage();
let measuredFrom = process.hrtime.bigint();

/** Converts ns to ms; 0 for an empty histogram, which returns NaN and meaningless extremes. */
const toMilliseconds = (nanoseconds: number): number =>
  loopDelay.count === 0 || !Number.isFinite(nanoseconds) ? 0 : Math.max(0, nanoseconds / 1e6 - resolutionMs);

/** Returns memory, CPU time and event-loop delay of the process since the last reset. */
export function processFigures(): ProcessFigures {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage(cpuFrom);
  const elapsedMicros = Number(process.hrtime.bigint() - measuredFrom) / 1000;
  return {
    version,
    node: process.version,
    office: officeProgram() !== undefined,
    pid: process.pid,
    uptime: process.uptime(),
    memory: { rss, heapUsed, heapTotal, external },
    eventLoopDelay: {
      mean: toMilliseconds(loopDelay.mean),
      p99: toMilliseconds(loopDelay.percentile(99)),
      max: toMilliseconds(loopDelay.max),
    },
    cpu: elapsedMicros > 0 ? (user + system) / elapsedMicros : 0,
  };
}

/** Resets the figures of the process. */
export function resetProcessFigures(): void {
  loopDelay.reset();
  cpuFrom = process.cpuUsage();
  measuredFrom = process.hrtime.bigint();
}
