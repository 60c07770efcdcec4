import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Page } from '@contract/wire';
import type { ImportPreview } from '@contract/workbook/importWire';
import { root } from '@server/base/root';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, password, type ProductServer, startIn } from '../browser/support/productServer';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { oneOfEachKind } from '../support/proofs';

// QUALITY FT1 for the import: an import killed while it writes has written all or nothing.

let dataDir: string;
let product: ProductServer;
let token: string;
let organizationId: number;
const start = () => startIn(dataDir, { DEMO: 'off', CAPTCHA: 'off' });

beforeAll(async () => {
  await buildProduct('server');
  dataDir = mkdtempSync(join(tmpdir(), 'occhealth-crash-'));
  await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  product = await start();
  token = (await ask<{ token: string }>('POST', 'auth/login', { username: 'admin', password })).token;
  organizationId =
    (
      await ask<Answer<{ id: number }>>('POST', 'api/organization/add', {
        name: '甲检测技术有限公司',
        code: 'JIA',
        enabled: '1',
      })
    ).body?.id ?? 0;
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask<B>(method: string, path: string, body?: unknown): Promise<B> {
  const form = body instanceof FormData;
  const response = await fetch(`${product.url}/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}`, organizationId: String(organizationId) } : {}),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as B;
}
const count = async (path: string) => (await ask<Page<unknown>>('GET', path)).totalElements;
const written = async () => ({
  units: await count('api/inspectUnit?size=1'),
  trail: await count('api/auditLog?size=1&action=import'),
});

it('an import of 600 rows whose server is killed has written all rows or none (FT1)', async () => {
  const form = new FormData();
  form.append('file', new File([readFileSync(join(root, 'tests/data/inspect-units.xlsx'))], 'inspect-units.xlsx'));
  const preview = await ask<ImportPreview>('POST', 'api/inspectUnit/import/check', form);
  // Without its code a unit is identified by its name, and can be imported again under another.
  const rows = (round: string) =>
    preview.rows.map(({ line, cells: { 统一社会信用代码: _code, ...cells } }) => ({
      line,
      cells: { ...cells, 单位名称: `${cells['单位名称'] ?? ''}${round}` },
    }));
  const send = (round: string) => ask('POST', 'api/inspectUnit/import/rows', { mode: 'add', rows: rows(round) });

  const crash = async () => {
    await product.kill();
    product = await start();
    return await written();
  };

  let before = await written();
  const began = performance.now();
  await send('整');
  const whole = performance.now() - began;
  let after = await crash();
  // What was answered is stored, with an audit line for each.
  expect([after.units - before.units, after.trail - before.trail]).toEqual([600, 600]);

  // Early and late in the duration of a complete one.
  for (const [round, share] of oneOfEachKind(
    [
      ['甲', 0.4],
      ['乙', 0.8],
    ] as const,
    () => 'share',
  )) {
    before = after;
    const answer = send(round).then(
      () => 'acknowledged',
      () => 'cut off',
    );
    await Promise.race([wait(whole * share), answer]);
    after = await crash();
    const brought = [after.units - before.units, after.trail - before.trail];
    expect(
      (await answer) === 'acknowledged'
        ? [[600, 600]]
        : [
            [0, 0],
            [600, 600],
          ],
    ).toContainEqual(brought);
  }
});
