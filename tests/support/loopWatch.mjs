// Loaded into the product's process by a test of event-loop blocking: reports the longest block of each half second.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
setInterval(() => {
  process.stderr.write(`LOOP ${(delay.max / 1e6).toFixed(0)}\n`);
  delay.reset();
}, 500).unref();
