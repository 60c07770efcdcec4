import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { LoginAnswer, Page as Rows } from '@contract/wire';
import { importFaultTexts } from '@contract/workbook/importing';
import { mappingTexts } from '@contract/workbook/mapping/mapping';
import { entityNamed } from '../support/entityNamed';
import { measured } from '../support/measured';
import { comparedWithList, movingInFile, movingInFolder } from '../support/movingIn';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, openDesk, signIn } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// The lists of seven files of a laboratory that moves in, as they are, by hand in the console: how many clicks, how many
// corrections, and what is stored compared with the lists.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let clicks = 0;
let corrections = 0;

const click = async (target: Locator): Promise<void> => {
  await target.click();
  clicks += 1;
};
/** Drops a group of faulty rows, or corrects it by a word. */
/** Deals with a group of faulty rows at once: by a button, by a word for all of them, or by leaving the row out. */
const correct = async (faults: Locator, header: string | null, text?: string): Promise<void> => {
  const all = page.getByLabel(importFaultTexts.title).getByRole('textbox');
  const left = await all.count();
  if (text === undefined) await click(button(faults, header ?? importFaultTexts.drop(1)).first());
  else {
    await faults
      .getByRole('textbox', { name: `${header} ${importFaultTexts.replacement}` })
      .first()
      .fill(text);
    await click(faults.getByRole('button', { name: importFaultTexts.replaceAll, disabled: false }).first());
  }
  corrections += 1;
  if (left > 1) await expect.poll(() => all.count()).toBe(left - 1);
};

interface List {
  readonly entity: string;
  readonly path: string;
  /** Tab of the page that shows the list. */
  readonly tab?: string;
  readonly file: string;
  readonly sheet: string;
  readonly rows: number;
  readonly key: readonly [string, number];
  readonly pairs: Readonly<Record<string, number>>;
  readonly except?: readonly string[];
  /** What a person corrects before the import. */
  readonly mend?: (opened: Locator) => Promise<void>;
}

const lists: readonly List[] = [
  {
    entity: 'user',
    path: '/system/user',
    file: '01',
    sheet: '人员一览表',
    rows: 40,
    key: ['workNo', 2],
    pairs: {
      nickName: 1,
      department: 3,
      post: 4,
      jobTitle: 5,
      education: 6,
      major: 7,
      phone: 8,
      duties: 9,
      certNo: 10,
    },
  },
  {
    entity: 'equipment',
    path: '/resource/equipment',
    file: '02',
    sheet: '仪器设备一览表',
    rows: 180,
    key: ['eqpNo', 1],
    pairs: { eqpName: 2, model: 3, serialNo: 4, measures: 5, accuracy: 6, certificateNo: 9, location: 11, remark: 13 },
    except: ['ZH-YQ-020'],
    async mend(opened) {
      const faults = opened.getByLabel(importFaultTexts.title);
      await faults.waitFor();
      await correct(faults, '检定/校准有效期', '2027年6月4日');
      await correct(faults, '设备编号', 'ZH-YQ-020A');
    },
  },
  {
    entity: 'standard',
    path: '/resource/standards',
    file: '03',
    sheet: '标准物质',
    rows: 60,
    key: ['standardNo', 1],
    pairs: { standardName: 2, referenceNo: 3, lotNo: 4, specification: 7, supplier: 11, storage: 12, location: 13 },
  },
  {
    entity: 'reagent',
    path: '/resource/reagents',
    file: '03',
    sheet: '试剂',
    rows: 60,
    key: ['lotNo', 4],
    pairs: { reagentName: 1, specification: 3, location: 9 },
    async mend(opened) {
      // The list has no numbers.
      await opened.getByText(mappingTexts.missing(['编号'])).waitFor();
      await click(opened.getByRole('combobox', { name: `编号 ${mappingTexts.source}` }));
      await click(page.locator('.ant-select-item-option').filter({ hasText: mappingTexts.fixed }).first());
      await opened.getByRole('textbox', { name: `编号 ${mappingTexts.fixed}` }).fill('SJ-###');
      corrections += 1;
      await click(button(opened, mappingTexts.check));
    },
  },
  {
    entity: 'accreditedItem',
    path: '/system/accreditedItem',
    file: '04',
    sheet: '能力附表',
    rows: 90,
    key: ['itemNo', 0],
    pairs: { item: 2, technique: 4 },
  },
  {
    entity: 'inspectUnit',
    path: '/inspectUnit',
    file: '05',
    sheet: '客户',
    rows: 598,
    key: ['unitName', 1],
    pairs: { workAddress: 3, contact: 8, hazards: 12 },
    except: ['绍兴丰宁建材股份有限公司', '杭州虹佳建材股份有限公司'],
    async mend(opened) {
      const faults = opened.getByLabel(importFaultTexts.title);
      await faults.waitFor();
      // A code that stands there twice, 13 rows with a doubtful number, and two names that stand there twice.
      await correct(faults.locator(':scope > div').filter({ hasText: '统一社会信用代码' }), importFaultTexts.toRemark);
      for (const name of [importFaultTexts.toRemark, null, null]) await correct(faults, name);
    },
  },
  {
    entity: 'vehicle',
    path: '/resource/vehicles',
    tab: '车辆登记',
    file: '06',
    sheet: '车辆',
    rows: 3,
    key: ['plateNo', 1],
    pairs: { vehicleName: 2, driver: 4 },
  },
  {
    entity: 'place',
    path: '/resource/places',
    file: '06',
    sheet: '房间',
    rows: 5,
    key: ['placeNo', 0],
    pairs: { placeName: 1, area: 2, environment: 4 },
  },
  {
    entity: 'historyReport',
    path: '/historyReport',
    file: '07',
    sheet: '历史报告台账',
    rows: 300,
    key: ['reportNo', 1],
    pairs: { conclusion: 6, signer: 7, fileName: 8 },
  },
];

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin2', '/');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

it('seven real lists of an organization are imported in the browser unchanged, and the pages show their content', async () => {
  for (const { entity, path, tab, rows, mend, file } of lists) {
    const { label } = entityNamed(entity);
    await page.goto(path);
    if (tab) await click(page.getByRole('tab', { name: tab }));
    await click(button(page, '导入').filter({ visible: true }));
    const opened = dialog(page, `导入${label}`);
    await opened.locator('input[type=file]').setInputFiles(join(movingInFolder, await movingInFile(file)));
    clicks += 1;
    await mend?.(opened);
    await click(button(opened, `导入（${rows}行）`));
    await opened.getByText(`新增 ${rows} 条`).waitFor();
    await click(button(opened, '完成'));
  }
  measured(
    `7 个文件 ${lists.length} 份台账 ${lists.reduce((sum, { rows }) => sum + rows, 0)} 行：点击 ${clicks} 次，改正 ${corrections} 处`,
  );
  expect(clicks).toBeLessThanOrEqual(46);
  expect(corrections).toBeLessThanOrEqual(7);
  const login = await page.request.post('/auth/login', { data: { username: 'admin2', password } });
  const headers = { authorization: `Bearer ${((await login.json()) as LoginAnswer).token}` };
  for (const list of lists) {
    const stored = await page.request.get(`/${entityNamed(list.entity).path}?size=1000&sort=id,asc`, { headers });
    const { content } = (await stored.json()) as Rows<AnyRow>;
    const { differing, compared } = await comparedWithList(content, list);
    expect(differing, list.entity).toEqual([]);
    expect(compared, list.entity).toBeGreaterThanOrEqual(Object.keys(list.pairs).length * (list.rows - 5));
  }
});
