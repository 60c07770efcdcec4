import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TraceKey, traceTexts, traceTitles } from '@contract/features/reports/resultTrace';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Ten questions of an assessor to one result of the demonstration: each is answered from the report in at most four
// clicks, in words, with nothing missing but what has its reason.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'auditor', '/reportPreviewNew/index');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

type Question = readonly [question: string, parts: readonly TraceKey[], labels: readonly string[]];
const questions: readonly Question[] = [
  ['who took the sample and who tested it, authorised on that day', ['person'], ['采样人', '检测人', '当日检测授权']],
  [
    'by which pump, with which certificate and which flows',
    ['sampling'],
    ['采样仪器证书', '采样仪器证书文件', '流量校准器证书文件', '出入库流量', '样品流量'],
  ],
  ['through whose hands it went, and how it was kept', ['custody'], ['样品流转单', '清点时间', '保存条件与期限']],
  ['what was read, and how the result came of it', ['readings'], ['读数', '计算', '报出结果', '检测仪器证书文件']],
  ['by which curve, and who approved it', ['curve'], ['标准曲线', '浓度点', '曲线审核']],
  ['what blanks, parallels and spikes said', ['quality'], ['现场空白', '空白', '平行样', '加标回收', '曲线中间点']],
  ['what the detection limit and the efficiency rest on', ['detection'], ['检出限依据', '解吸效率依据']],
  ['which lots went in, and how the working standard was prepared', ['lots'], ['标准物质', '试剂', '标准使用液配制']],
  ['where the original chromatograms are', ['raw'], ['原始数据']],
  ['what was changed and why, and who signed', ['changes', 'signatures'], ['原因', '检测记录 审核', '报告审批 签发']],
];

describe('an assessor’s question', () => {
  it.each(questions)(
    'the page that explains a result answers the question of an assessor: %s',
    async (_question, parts, labels) => {
      await page.goto('/reportPreviewNew?belongProject=1');
      let clicks = 0;
      const click = async (what: { click(): Promise<void> }): Promise<void> => {
        clicks += 1;
        await what.click();
      };
      await click(button(page, traceTexts.open));
      const drawer = page.getByRole('dialog').filter({ hasText: traceTexts.title });
      await click(drawer.getByRole('combobox', { name: '检测结果' }));
      await click(page.locator('.ant-select-item-option').filter({ hasText: '二甲苯' }).first());
      const regions = parts.map((part) => drawer.getByRole('region', { name: traceTitles[part] }));
      for (const region of regions) await region.waitFor();
      const said = (await Promise.all(regions.map((region) => region.innerText()))).join('\n');
      for (const label of labels) expect(said).toContain(label);
      expect(clicks).toBeLessThanOrEqual(4);
      const unanswered = said.split('\n').filter((line, index, lines) => {
        const words = `${line} ${lines[index + 1] ?? ''}`;
        return line.includes(traceTexts.missing) && !words.includes('原因：');
      });
      expect(unanswered).toEqual([]);
    },
  );
});
