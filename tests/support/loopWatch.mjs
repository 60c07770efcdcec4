// Loaded into the product's process by a test that asks for how long its event loop was held. Writes each half second
// the longest hold by the clock, and the longest without the time for which the thread waited for a processor: on a
// machine that others use, that time says nothing about the product.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 10;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();

/** ms for which this thread has waited for a processor so far; 0 where the system does not count it. */
function waited() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

let longest = 0;
let [at, before] = [performance.now(), waited()];
setInterval(() => {
  const [now, then] = [performance.now(), waited()];
  longest = Math.max(longest, now - at - resolution - (then - before));
  [at, before] = [now, then];
}, resolution).unref();

setInterval(() => {
  process.stderr.write(`LOOP ${(delay.max / 1e6).toFixed(0)} ${longest.toFixed(0)}\n`);
  delay.reset();
  longest = 0;
}, 500).unref();
