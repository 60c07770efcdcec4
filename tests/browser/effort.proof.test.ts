import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import { root } from '@server/base/root';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { button, dialog, noticed, rowAction, rowOf } from './support/console';
import { countingEffort, type Effort } from './support/effort';
import { returnFromSite, openInstruments, takeOut } from './support/field/instruments';
import { registerProject, registerUnit, reviewContract, sendToReview } from './support/field/order';
import { type Job, openFrom, openProject, unit } from './support/job';
import { answer, decide, openPeople, paste, shown } from './support/people';
import { password, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';
import { passThrough, signTwo } from './support/wholeJob/approval';
import { handOver, sampleOnSite, surveyAndPlan } from './support/wholeJob/field';
import { testGas, weighDust } from './support/wholeJob/laboratory';

// What the whole job costs eight people in clicks, fields, passwords and pages, step by step. The table is
// docs/effort.md.

let product: Awaited<ReturnType<typeof startProduct>>;
let real: Browser;
let counting: ReturnType<typeof countingEffort>;
let job: Job;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  real = await launchChromium();
  counting = countingEffort(real);
  job = {
    url: product.url,
    people: openPeople(counting.browser, product),
    day: new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10),
    project: 0,
    code: '',
  };
});
afterAll(async () => {
  await real?.close();
  await product?.stop();
});

interface Step {
  readonly name: string;
  /** Role of whoever does it. */
  readonly who: string;
  readonly most?: Partial<Effort>;
  readonly work: () => Promise<unknown>;
}

const samplers = ['GT-005', 'GT-006', 'GT-007', 'GT-008', 'GT-009', 'CY-002'];
const before = samplers.map(() => ['0.1', '0.1', '0.1', '0.1']);
const after = samplers.map(() => ['0.099']);
let desk: Page;
let sales: Page;

/** Pastes one block of flows and saves it. */
async function calibrate(column: string, block: readonly (readonly string[])[]): Promise<void> {
  await button(shown(desk), `流量校准（${samplers.length}台）`).click();
  const grid = dialog(desk, `流量校准（${samplers.length}台）`);
  // Chosen once; afterwards it is remembered.
  if (column === '设定流量') {
    await grid.getByRole('combobox', { name: '流量校准器' }).click();
    await desk.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)').first().click();
  }
  await grid
    .getByRole('textbox', { name: new RegExp(`${column}$`) })
    .first()
    .click();
  await paste(desk, block);
  await button(grid, `保存（${samplers.length}台）`).click();
  await grid.waitFor({ state: 'hidden' });
}

const kinds = ['gasChromatography', 'liquidChromatography', 'ionChromatography', 'spectrophotometry', 'electrode'];

/** Submits five records of the demonstration's incoming samples, so that five wait for a signature. */
async function fiveRecords(): Promise<void> {
  const analyst = await person(product.url, 'analyst');
  const { content } = await analyst<{ content: AnyRow[] }>('GET', 'api/labSheet?page=0&size=200&sort=id,asc');
  const checkReasons = { spike: '随同批加标', control: '无有证质控样' };
  const drafts = content.filter(
    ({ state, sheetNo, methodKind }) =>
      state === 'drafting' && String(sheetNo).includes('LY0002') && kinds.includes(String(methodKind)),
  );
  expect(drafts).toHaveLength(kinds.length);
  for (const draft of drafts) {
    await analyst('PUT', 'api/labSheet/edit', { ...draft, checkReasons });
    const { asSeen } = await analyst<{ asSeen: object }>('GET', `api/labSheet/timeline/${draft.id}`);
    const { version } = await analyst<AnyRow>('GET', `api/labSheet/${draft.id}`);
    await analyst('PUT', 'api/labSheet/move', { id: draft.id, version, asSeen, move: 'submit', password });
  }
}

/** Signs five records together. */
async function signFive(who: string, move: string): Promise<void> {
  const page = await job.people.at(who, '/recordPageNewLyjc');
  await rowOf(page, '来样原始记录', '德清县莫梁').getByRole('button').first().click();
  await shown(page).getByRole('checkbox', { name: /^全选/ }).check();
  await button(shown(page), recordsTexts.signMany(move, 5)).click();
  await answer(page, move);
}

async function report(): Promise<void> {
  const page = await openProject(job, 'reporter');
  await button(shown(page), '新增报告').click();
  await decide(page, '提交审批');
}

async function archive(): Promise<void> {
  const keeper = await openFrom(job, 'quality', '/qualityControlNew', '质控归档（在办）');
  const explain = shown(keeper).getByRole('button', { name: /^说明原因 / });
  await explain.first().waitFor();
  for (let index = 0; index < (await explain.count()); index += 1) {
    await explain.nth(index).click();
    const asked = keeper.getByRole('dialog', { name: /^说明原因/ });
    await asked.getByRole('textbox', { name: '缺失的原因' }).fill('谱图保存在仪器工作站，编号见检测记录');
    await button(asked, '保存').click();
    await asked.waitFor({ state: 'hidden' });
  }
  await decide(keeper, '归档');
  await keeper.getByRole('alert').filter({ hasText: '归档，共' }).waitFor();
}

async function publish(): Promise<void> {
  const page = await job.people.at('reporter', '/project');
  await rowAction(rowOf(page, '项目', unit), '公示');
  const drawer = page.getByRole('dialog', { name: publicationTexts.title });
  await drawer.getByRole('checkbox', { name: /^公示：/ }).check();
  await button(drawer, '确认公示').click();
  await noticed(page, publicationTexts.published);
}

// Goals of five steps; the floor of the others is what they take today.
const steps: readonly Step[] = [
  { name: '登记受检单位', who: '业务', work: async () => (sales = await registerUnit(job)) },
  { name: '新建项目', who: '业务', most: { clicks: 8 }, work: () => registerProject(sales) },
  { name: '提交合同评审并催办', who: '业务', work: () => sendToReview(job) },
  { name: '合同评审', who: '复核', most: { clicks: 8 }, work: () => reviewContract(job) },
  { name: '现场调查与采样方案', who: '现场、复核、授权签字', work: () => surveyAndPlan(job) },
  {
    name: '领用6台仪器',
    who: '现场',
    work: async () => takeOut((desk = await openInstruments(job)), samplers),
  },
  {
    name: '6台仪器采样前流量校准',
    who: '现场',
    most: { clicks: 6 },
    work: () => calibrate('设定流量', before),
  },
  {
    name: '6台仪器采样后流量校准',
    who: '现场',
    most: { clicks: 6 },
    work: () => calibrate('采样后流量', after),
  },
  { name: '归还6台仪器', who: '现场', work: () => returnFromSite(desk, samplers) },
  { name: '现场采样', who: '现场', work: () => sampleOnSite(job) },
  { name: '样品交接与分发', who: '现场、样品管理', work: () => handOver(job) },
  { name: '气相色谱检测', who: '检测、复核', work: () => testGas(job) },
  { name: '粉尘称量', who: '检测', work: () => weighDust(job) },
  {
    name: '两份记录复核、审核',
    who: '复核、授权签字',
    work: () => signTwo(job, 'reviewer', '复核').then(() => signTwo(job, 'approver', '审核')),
  },
  { name: '5份记录复核', who: '复核', most: { clicks: 6, passwords: 1 }, work: () => signFive('reviewer', '复核') },
  { name: '5份记录审核', who: '授权签字', most: { clicks: 6, passwords: 1 }, work: () => signFive('approver', '审核') },
  {
    name: '记录审批',
    who: '检测、复核、质量、授权签字',
    work: async () => {
      await decide(await openProject(job, 'analyst'), '提交记录审批');
      await passThrough(job);
    },
  },
  { name: '编制报告并提交', who: '报告', work: report },
  { name: '报告审批与签发', who: '复核、质量、授权签字', work: () => passThrough(job) },
  { name: '归档', who: '质量', work: archive },
  { name: '公示', who: '报告', work: publish },
];

const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;

function page(taken: ReadonlyMap<string, Effort>): string {
  const sum = (kind: keyof Effort): number => [...taken.values()].reduce((total, one) => total + one[kind], 0);
  return [
    '# Effort of the whole job',
    '',
    'One order of a furniture factory (two posts, seven samples, four blanks) from the client to the public page, done by',
    'eight demonstration accounts through the pages (`tests/browser/effort.proof.test.ts`). A click is a press of the',
    'mouse or a touch; opening a page from the menu counts as one. A field counts each time it is filled in, a pasted',
    'block as one. Samples of a kind that was typed once are sent by the phone’s request and not counted again.',
    'The five records are of the demonstration’s incoming samples; their submission is not counted.',
    '',
    row(['step', 'who', 'clicks', 'fields', 'passwords', 'pages', 'goal']),
    row(['---', '---', '--:', '--:', '--:', '--:', '---']),
    ...steps.map(({ name, who, most }) => {
      const one = taken.get(name) ?? { clicks: 0, fields: 0, passwords: 0, pages: 0 };
      const goal = most
        ? `≤ ${most.clicks} clicks${most.passwords === undefined ? '' : `, ${most.passwords} password`}`
        : '';
      return row([name, who, one.clicks, one.fields, one.passwords, one.pages, goal]);
    }),
    row(['**together**', '', sum('clicks'), sum('fields'), sum('passwords'), sum('pages'), '']),
    '',
  ].join('\n');
}

it.each(steps)(
  'a step of a whole project needs at most the allowed clicks, fields, passwords and pages: $name',
  async ({ name, most, work }) => {
    if (name === '5份记录复核') await fiveRecords();
    const taken = await counting.step(name, work);
    measured(`${name}：${taken.clicks} 次点击、${taken.fields} 项填写、${taken.passwords} 次密码、${taken.pages} 页`);
    for (const [kind, goal] of Object.entries(most ?? {}))
      expect([kind, taken[kind as keyof Effort]]).toEqual([kind, expect.toSatisfy((count: number) => count <= goal)]);
  },
);

it('the clicks, fields, passwords and pages that a whole project needs are written to docs/effort.md, per step', async () => {
  const taken = counting.steps();
  expect([...taken.keys()]).toEqual(steps.map(({ name }) => name));
  await writeFile(join(root, 'docs/effort.md'), page(taken));
});
