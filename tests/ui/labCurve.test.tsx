import { fireEvent, screen, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { CurvePage } from '@/features/laboratory/curves/CurvePage';
import { useRecordPage } from '@/features/laboratory/useRecordPage';
import type { AnyRow } from '@contract/entity';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { findMethodRoute } from '@contract/features/laboratory/methods/methodCatalogue';
import type { MethodRoute } from '@contract/features/laboratory/methods/methodDefinition';
import type { Page } from '@contract/wire';
import { labCurveTable, labSheetTable, standardTable } from '@server/db/schema';
import { inputOf } from '../contract/vectors/proof';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { dayFromNow, fieldRowsOf } from '../support/fieldRows';
import { allOf, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { testPassword } from '../support/rows';

const api = apiServer();
let token: string;
let reviewer: string;
let method: number;
let hazard: number;
let sheet: number;
let means: { instrument: number; standard: number };
const route = findMethodRoute('/labGas/curve') as MethodRoute;

const ask = async <B,>(verb: string, path: string, body?: unknown, by = token): Promise<B> => {
  const answer = await api.server.ask<B>(verb, path, { token: by, ...(body === undefined ? {} : { body }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  const { rows, login, database } = api.server;
  const organizationId = await rows.organization();
  const field = fieldRowsOf(api.server, organizationId);
  const drawing = await rows.role({
    permissions: [
      ...allOf(labCurve),
      ...allOf(labCurvePoint),
      'labCurve:submit',
      'labSheet:list',
      'labSheet:edit',
      'labAttachment:list',
      'labAttachment:add',
    ],
  });
  const analyst = await rows.user({ userName: 'analyst', nickName: '张三', organizationId, roles: [drawing] });
  await rows.user({
    userName: 'reviewer',
    organizationId,
    roles: [await rows.role({ permissions: ['labCurve:list', 'labCurve:approve'] })],
  });
  [token, reviewer] = [await login('analyst'), await login('reviewer')];
  method = await field.method('苯系物 溶剂解吸-气相色谱法', null, {
    resultRoute: 'solvent',
    curvePoints: 5,
    curveR: '0.999',
  });
  hazard = await field.hazard('甲苯');
  const project = await field.project('testing');
  const [lot] = await database.orm
    .insert(standardTable)
    .values({
      organizationId,
      standardNo: 'BZ-1',
      standardName: '甲苯溶液',
      lotNo: 'L1',
      hazard,
      validUntil: dayFromNow(300),
      status: '1',
    })
    .returning();
  means = {
    instrument: (await field.instrument({ eqpNo: 'GC-00', eqpName: '气相色谱仪' })).id,
    standard: lot?.id ?? 0,
  };
  const [row] = await database.orm
    .insert(labSheetTable)
    .values({
      organizationId,
      sheetNo: 'P-JL01',
      project: project.id,
      methodKind: 'gasChromatography',
      variant: 'ordinary',
      layout: 'solvent',
      method,
      hazard,
      hazardName: '甲苯',
      state: 'drafting',
      analyst,
      complete: false,
    })
    .returning({ id: labSheetTable.id });
  sheet = row?.id ?? 0;
});

function Opened() {
  const { work, reload } = useRecordPage(sheet);
  return work ? <CurvePage work={work} route={route} reload={reload} /> : null;
}
const open = async () => {
  const view = await renderPage(<Opened />, { token, path: `/labGas/curve?phyId=${sheet}` });
  return { ...heardFeedback(), unmount: view.unmount };
};
const block = (changes: Readonly<Record<number, string>> = {}) => {
  const { x, y } = inputOf<{ x: number[]; y: number[] }>('CURVE-LIN-GC');
  return x.map((content, index) => `${content}\t${changes[index] ?? y[index]}`).join('\r\n');
};
/** The second column holds the contents, after the volumes. */
const contents = 1;
/** Pastes a block at the first cell of contents. */
async function paste(text: string) {
  await waitFor(() => expect(sheetOf()).toHaveAttribute('aria-busy', 'false'));
  const start = document.querySelector<HTMLElement>(`[data-row="0"] > [data-column="${contents}"]`);
  if (!start) throw new Error('no cell of contents');
  fireEvent.mouseDown(start);
  fireEvent.mouseUp(document);
  const box = document.querySelector('[data-entry-editor]');
  if (!box) throw new Error('no cell is chosen');
  fireEvent.paste(box, { clipboardData: { getData: () => text } });
}
// Queries by attribute, because a query by role computes the name of every element.
const outcome = () => screen.getByLabelText('拟合结果');
const heading = () => document.querySelector('h2')?.textContent ?? '';
const sheetOf = () => document.querySelector<HTMLElement>('[role="grid"]');
/**
 * Finds the last button with this text, without the space antd puts between two characters: the grid's 保存 follows the
 * head's.
 */
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].findLast(
    (one) => one.textContent?.replace(/\s/g, '') === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const listed = (no: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('nav button')].find((one) => one.textContent?.includes(no));
  if (!found) throw new Error(`no curve ${no} in the list`);
  return found;
};

describe('curve page', () => {
  it('the curve page creates a curve, takes a pasted block, and shows line, r, back-calculated contents and verdict at once', async () => {
    const heard = await open();
    click(await screen.findByText('新增标准曲线'));
    await waitFor(() => expect(heading()).toMatch(/QX-\d{4}-0001/));
    expect(outcome()).toHaveTextContent(curveTexts.pending);
    await paste(block());
    await waitFor(() => expect(outcome()).toHaveTextContent('y = 1.2324x − 0.1980'));
    expect(outcome()).toHaveTextContent('0.999995');
    expect(outcome()).toHaveTextContent(curveTexts.accepted);
    expect(sheetOf()).toHaveAccessibleName('标准曲线各级数据');
    for (const text of ['10.18', '1.8', '-0.7']) expect(screen.getByText(text)).toBeInTheDocument();
    await waitFor(() => expect(button('提交审核')).toBeDisabled());
    click(button('保存'));
    // A saved and valid curve still lacks its instrument; nobody should sign only to be told so.
    await waitFor(() =>
      expect(button('提交审核')).toHaveAttribute(
        'title',
        curveTexts.meansNeeded(heading().match(/QX-\d{4}-0001/)?.[0] ?? '', ['检测仪器', '标准物质']),
      ),
    );
    await waitFor(() => expect(button('提交审核')).toBeDisabled());
    const [stored] = (await ask<Page<AnyRow>>('GET', `api/labCurve?method=${method}`)).content;
    expect(stored).toMatchObject({ accepted: true, r: '0.999995', state: 'drafting' });
    expect(heard.notices.filter(([kind]) => kind === 'error')).toEqual([]);
    heard.unmount();
  });

  it('the curve page says while typing why a curve that violates the rule cannot be submitted', async () => {
    const { unmount } = await open();
    click(await screen.findByText('新增标准曲线'));
    await waitFor(() => expect(heading()).toMatch(/QX-\d{4}-0002/));
    await paste(block({ 1: '161.02' }));
    await waitFor(() => expect(outcome()).toHaveTextContent(/相关系数r为0\.98\d+，低于0\.999/));
    expect(outcome()).toHaveTextContent(curveTexts.refused);
    await paste(block({ 0: '7', 1: '7', 2: '7', 3: '7', 4: '7' }));
    await waitFor(() => expect(outcome()).toHaveTextContent('标准曲线斜率为0，无法计算，请检查响应值'));
    await waitFor(() => expect(button('提交审核')).toBeDisabled());
    unmount();
  });

  /** Waits until a button reacts: antd ignores a press while it is disabled or loading. */
  const ready = (name: string): Promise<void> =>
    waitFor(() => {
      expect(button(name)).toBeEnabled();
      expect(button(name)).not.toHaveClass('ant-btn-loading');
    });

  it('the curve page locks an approved curve, assigns it to the record and can start its next version', async () => {
    const [, first] = (await ask<Page<AnyRow>>('GET', `api/labCurve?method=${method}&sort=id,desc`)).content;
    const id = Number(first?.id);
    await api.server.database.orm.update(labCurveTable).set(means).where(eq(labCurveTable.id, id));
    await ask('PUT', 'api/labCurve/move', { id, move: 'submit', password: testPassword });
    await ask('PUT', 'api/labCurve/move', { id, move: 'approve', password: testPassword }, reviewer);
    const heard = await open();
    await waitFor(() => expect(listed(String(first?.curveNo))).toHaveTextContent('已审核'));
    click(listed(String(first?.curveNo)));
    await screen.findByText(curveTexts.locked('已审核'));
    expect(outcome()).toHaveTextContent('y = 1.2324x − 0.1980');
    await ready('用于本记录');
    click(button('用于本记录'));
    await waitFor(async () =>
      expect(
        (
          await api.server.database.orm
            .select({ curve: labSheetTable.curve })
            .from(labSheetTable)
            .where(eq(labSheetTable.id, sheet))
        )[0]?.curve,
      ).toBe(id),
    );
    await screen.findAllByText('本记录使用');
    await ready('新增版本');
    click(button('新增版本'));
    await waitFor(() => expect(heading()).toContain(`${String(first?.curveNo)}-V2`));
    expect(heard.notices.map(([, text]) => text)).toContain(curveTexts.newVersion(`${String(first?.curveNo)}-V2`));
    const [, , ...rest] = (await ask<Page<AnyRow>>('GET', `api/labCurve?method=${method}&sort=id,asc`)).content;
    expect(rest[0]).toMatchObject({ previous: id, accepted: true, preparedOn: dayFromNow(0) });
    heard.unmount();
  });
});
