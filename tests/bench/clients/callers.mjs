import { Agent, request } from 'node:http';
// A thread that asks one address over and over, as so many clients at once, and counts the answers of the time that
// counts.
import { parentPort, workerData } from 'node:worker_threads';

const { url, token, clients, warmUp, lasting } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const ask = () =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    })
      .on('error', reject)
      .end();
  });

let answers = 0;
const began = performance.now();
await Promise.all(
  Array.from({ length: clients }, async () => {
    for (let now = began; now < began + warmUp + lasting; now = performance.now()) {
      await ask();
      const done = performance.now();
      if (done >= began + warmUp && done < began + warmUp + lasting) answers += 1;
    }
  }),
);
agent.destroy();
parentPort.postMessage(answers);
