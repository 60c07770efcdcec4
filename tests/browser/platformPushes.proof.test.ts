import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginAnswer } from '@contract/wire';
import { completeProject } from '../support/completeProjects';
import { type PlatformServer, platformServer } from '../support/platformServer';
import { reportBench } from '../support/reportBench';
import { testServer } from '../support/server';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, openDesk, signIn } from './support/console';
import { password, type ProductServer, startIn } from './support/productServer';

// Five issued reports go to a platform that fails, drops, stalls and rejects, through the product's outbox, until each
// has arrived exactly once.

const address = '/dataGovernance/dataSynchronization/differentPlatform';
const list = '省平台同步';
const many = 5;

let dataDir: string;
let platform: PlatformServer;
let product: ProductServer;
let browser: Browser;
let desk: Desk;
let home: number;
const reportNos: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-pushes-'));
  await (await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' })).stop();
  // The reports are issued by the product's own requests in this process, before the product starts on them.
  const server = await testServer({}, dataDir);
  const bench = await reportBench(server);
  home = bench.home;
  for (let index = 0; index < many; index += 1) {
    const { project, report } = await bench.issued();
    await completeProject(server, home, project.id, bench.people.analyst.id);
    reportNos.push(String(report['reportNo']));
  }
  await server.services.push.close();
  await server.database.close();
  platform = await platformServer();
  product = await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  await signIn(desk.page, 'admin', address);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await platform?.close();
  await rm(dataDir, { recursive: true, force: true });
  expect(desk?.failures ?? []).toEqual([]);
});

it('five reports sent to a failing platform arrive exactly once each', async () => {
  const { page } = desk;
  const login = await page.request.post('/auth/login', { data: { username: 'admin', password } });
  const { token } = (await login.json()) as LoginAnswer;
  const connector = {
    connectorName: '省监管平台',
    family: 'differentPlatform',
    baseUrl: platform.url,
    apiKey: 'K-journey',
    active: true,
    timeoutSeconds: 1,
    maxAttempts: 12,
    firstDelay: 1,
    organizationId: home,
    mapping: {},
  };
  const made = await page.request.post('/api/connector/add', {
    data: connector,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(made.status(), await made.text()).toBe(200);
  platform.moods = ['reject', 'fail', 'drop', 'storeAndDrop', 'slow', 'cut', 'html', 'fail', 'drop'];

  const grid = page.getByRole('grid', { name: list });
  await grid
    .getByRole('row')
    .filter({ hasText: reportNos[0] ?? '' })
    .waitFor();
  await grid.getByRole('checkbox').first().check();
  await button(page, '推送').click();
  const asked = dialog(page, `推送${many}个项目`);
  await asked.getByTitle('省监管平台').waitFor();
  await asked.getByLabel('现场调查').uncheck();
  await asked.getByLabel('报告', { exact: true }).uncheck();
  await button(asked, '推送').click();

  // The page shows queued pushes. One was rejected: a person reads the answer and tries again.
  await page.getByText('失败待处理').click();
  const rejected = grid.getByRole('row').filter({ hasText: '信用代码不存在' });
  await rejected.waitFor();
  await rejected.getByRole('checkbox').check();
  await button(page, '重新推送').click();
  await button(page.getByRole('dialog'), '确定').click();

  await page.getByText('推送记录', { exact: true }).click();
  await expect.poll(() => grid.getByRole('row').filter({ hasText: '成功' }).count(), { timeout: 120_000 }).toBe(many);
  expect([...platform.stored.values()]).toEqual(Array.from({ length: many }, () => 1));
  expect([...platform.stored.keys()].map((key) => key.split(':')[2]).sort()).toEqual([...reportNos].sort());
  expect(platform.sentAfterYes).toEqual([]);
  expect(platform.received.length).toBeGreaterThan(many + 6);
});
