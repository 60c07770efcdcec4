import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { freePort } from '../support/postgres';

// A real Prometheus (Debian's package) reads the product's figures, as the guide configures it, and evaluates the alert
// rules that lie beside the guide.

const token = 'a-token-of-the-proof-0123456789';
const rules = join(root, 'docs/operations/alerts.yml');
const installed =
  spawnSync('prometheus', ['--version']).status === 0 && spawnSync('promtool', ['--version']).status === 0;

let scratch: string;
let product: ProductServer | undefined;
let prometheus: ChildProcess | undefined;
let api: string;

interface Answer {
  readonly data: {
    readonly result?: readonly { readonly metric: Record<string, string>; readonly value: readonly [number, string] }[];
    readonly activeTargets?: readonly { readonly health: string; readonly lastError: string }[];
    readonly groups?: readonly {
      readonly rules: readonly { readonly name: string; readonly health: string; readonly state: string }[];
    }[];
  };
}
const ask = async (path: string): Promise<Answer['data']> =>
  ((await (await fetch(`${api}${path}`)).json()) as Answer).data;
const value = async (query: string): Promise<number> =>
  Number((await ask(`query?query=${encodeURIComponent(query)}`)).result?.[0]?.value[1]);

beforeAll(async () => {
  if (!installed) return;
  await buildProduct('server', 'web');
  scratch = mkdtempSync(join(tmpdir(), 'prometheus-'));
  mkdirSync(join(scratch, 'data'), { mode: 0o700 });
  product = await startIn(join(scratch, 'data'), { DEMO: 'off', METRICS_TOKEN: token });
  const example =
    /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8'))?.[1] ?? '';
  const config = example.replace('METRICS_TOKEN', token).replace('127.0.0.1:8080', new URL(product.url).host);
  expect(config).toContain(token);
  writeFileSync(
    join(scratch, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ["${rules}"]\n${config}`,
  );
  const port = await freePort();
  api = `http://127.0.0.1:${port}/api/v1/`;
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(scratch, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(scratch, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
}, 600_000);
afterAll(async () => {
  prometheus?.kill('SIGTERM');
  await product?.stop();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
});

describe('Prometheus', () => {
  it.runIf(installed)(
    'promtool accepts the product’s alert rules, and finds no fault in the names and types of its metrics',
    async () => {
      const checked = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
      expect([checked.status, checked.stdout]).toEqual([0, expect.stringMatching(/SUCCESS: [1-9]\d* rules found/)]);
      const figures = await (
        await fetch(`${product?.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      ).text();
      const linted = spawnSync('promtool', ['check', 'metrics'], { encoding: 'utf8', input: figures });
      // Names of Node's own figures are those of its library.
      expect(linted.stderr.split('\n').filter((line) => line && !/^(nodejs|process)_/.test(line))).toEqual([]);
    },
  );

  it.runIf(installed)(
    'Prometheus reads the product’s metrics with the configuration of the operations guide',
    async () => {
      await expect
        .poll(async () =>
          (await ask('targets').catch(() => ({}) as Answer['data'])).activeTargets?.map(({ health, lastError }) => [
            health,
            lastError,
          ]),
        )
        .toEqual([['up', '']]);
      await expect.poll(() => value('occhealth_build_info')).toBe(1);
      for (let asked = 0; asked < 5; asked += 1) await fetch(`${product?.url}/api/health`);
      await expect
        .poll(() => value('sum(occhealth_http_requests_total{route="/api/health",status="200"})'))
        .toBeGreaterThanOrEqual(5);
      expect(await value('occhealth_disk_free_bytes')).toBeGreaterThan(0);
      // Prometheus keeps `job` for its own name of the target.
      expect(await value('count(occhealth_job_late{exported_job="trailSeal"})')).toBe(1);
    },
  );

  it.runIf(installed)(
    'Prometheus evaluates every alert rule without an error, and raises an alert when the product has stopped',
    async () => {
      const states = async () =>
        ((await ask('rules')).groups ?? []).flatMap((group) =>
          group.rules.map(({ name, health, state }) => ({ name, health, state })),
        );
      const count = readFileSync(rules, 'utf8').match(/- alert:/g)?.length ?? 0;
      await expect.poll(async () => (await states()).filter(({ health }) => health === 'ok').length).toBe(count);
      await product?.stop();
      product = undefined;
      await expect
        .poll(async () => (await states()).filter(({ state }) => state === 'pending' || state === 'firing').length)
        .toBeGreaterThan(0);
    },
  );
});
