import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { traceTexts } from '@contract/features/reports/resultTrace';
import { chainTexts } from '@contract/features/system/auditChainReport';
import { gas, reported, type Task } from '../support/clientDesks';
import { button, dialog, grid, settled } from '../support/console';
import { shown } from '../support/people';

// An auditor: opens what belongs to a project, and may change nothing.

/** A page of the record of gas chromatography. */
const record = (folder: string): string => `/labGas/${folder}?belongProject=${gas.project}&phyId=${gas.id}`;
const readOnly = async (page: Page): Promise<void> => {
  expect(new URL(page.url()).pathname).not.toBe('/401');
  expect(
    await shown(page)
      .getByRole('button', { name: /^(保\s*存|提\s*交|新\s*增)$/ })
      .count(),
  ).toBe(0);
};
const opens =
  (path: () => string, words: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.goto(path());
    await shown(page).getByText(words).first().waitFor();
    await readOnly(page);
  };

export const auditorTasks: readonly Task[] = [
  [
    'reads the survey of a project',
    opens(() => `/siteSample/siteSurvey/details/page?belongProject=${reported}`, /调查/),
  ],
  ['reads the plan of a project', opens(() => `/siteSample/samplePlan/details/page?belongProject=${reported}`, /方案/)],
  [
    'reads which instruments went out',
    opens(() => `/siteSample/eqpIn/details/page?belongProject=${reported}`, 'GT-001'),
  ],
  [
    'reads how samples were taken',
    async (page) => {
      await page.goto(`/siteSample/liveSample/condition/pageSampling?belongProject=${reported}`);
      await shown(page).getByRole('button', { name: /^已采/ }).click();
      await shown(page).getByText(/喷漆/).first().waitFor();
      await readOnly(page);
    },
  ],
  [
    'reads how samples were handed over',
    opens(() => `/siteSample/sampleFlow/details/page?belongProject=${reported}`, /LZ01/),
  ],
  ['opens a record of the laboratory', opens(() => record('detail'), /二甲苯/)],
  ['opens the curve', opens(() => record('curve'), /QX-/)],
  ['opens the spikes', opens(() => record('spike'), /加标/)],
  ['opens the detection limit', opens(() => record('lod'), /检出限/)],
  ['opens the attachments', opens(() => record('attachment'), /色谱数据/)],
  [
    'opens the archive, and the list of what is in it',
    opens(() => `/qualityControlNew/index/page/detail?belongProject=${reported}`, /归档，共\d+份文件/),
  ],
  [
    'asks where a result comes from',
    async (page) => {
      await page.goto(`/reportPreviewNew?belongProject=${reported}`);
      await button(page, traceTexts.open).click();
      await page.getByRole('dialog').filter({ hasText: traceTexts.title }).getByRole('combobox').first().waitFor();
    },
  ],
  [
    'finds in the trail what somebody did, and verifies that nobody has touched it',
    async (page) => {
      await page.goto('/system/log?userName=analyst');
      await settled(page, '审计日志');
      await grid(page, '审计日志').getByText('林思远（analyst）').first().waitFor();
      await button(shown(page), chainTexts.verify).click();
      await dialog(page, '审计日志校验').getByText(chainTexts.keep).waitFor();
    },
  ],
];
