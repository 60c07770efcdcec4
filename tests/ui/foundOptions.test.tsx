import { fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { SelectableItemInput } from '@/features/laboratory/sheets/SelectableItemInput';
import { RefsInput } from '@/fields/referenceInputs';
import { refs } from '@contract/field';
import { standardTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { dayFromNow } from '../support/fieldRows';
import { type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let alphaId: number;
let betaId: number;

beforeAll(async () => {
  const { rows, login, database } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  await rows.user({ userName: 'analyst', organizationId });
  token = await login('analyst');
  const row = { organizationId, lotNo: 'L1', validUntil: dayFromNow(50), status: '1' };
  const [alpha, beta] = await database.orm
    .insert(standardTable)
    .values([
      { ...row, standardNo: 'BW-A', standardName: '甲苯' },
      { ...row, standardNo: 'BW-B', standardName: '乙苯' },
    ])
    .returning({ id: standardTable.id });
  [alphaId, betaId] = [alpha?.id ?? 0, beta?.id ?? 0];
});

const field = refs('标准物质', { to: 'standard' });
const kinds = {
  标准物质: function One() {
    const [value, setValue] = useState<number | null>(null);
    return (
      <>
        <SelectableItemInput entityName="standard" label="标准物质" value={value} onChange={setValue} />
        <output>{String(value)}</output>
      </>
    );
  },
  几种标准物质: function Several() {
    const [value, setValue] = useState<readonly number[]>([alphaId]);
    return (
      <>
        <RefsInput
          field={{ ...field, label: '几种标准物质' }}
          value={[...value]}
          onChange={(next) => setValue(next ?? [])}
        />
        <output>{value.join()}</output>
      </>
    );
  },
};

const offered = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map(({ textContent }) => textContent);
const marked = (): string => document.querySelector('.ant-select-item-option-active')?.textContent ?? '';
const enter = (box: HTMLElement): void => {
  for (const event of ['keyDown', 'keyUp'] as const) fireEvent[event](box, { key: 'Enter', keyCode: 13 });
};

it.each([
  ['标准物质', 'null', () => String(betaId)],
  ['几种标准物质', () => String(alphaId), () => `${alphaId},${betaId}`],
] as const)(
  'Enter in the select of %s chooses a match of the current search, never an option of an earlier answer',
  async (label, before, after) => {
    const Kind = kinds[label];
    await renderPage(<Kind />, { token });
    const said = () => document.querySelector('output')?.textContent;
    const start = typeof before === 'string' ? before : before();
    const box = screen.getByRole('combobox', { name: label });
    fireEvent.mouseDown(box);
    await waitFor(() => expect(offered()).toHaveLength(2));
    // Longer than a person waits before pressing Enter.
    api.intercept(http.get(/api\/(?:labO|o)ptions\//, () => delay(300)));
    type(box, 'BW-B');
    expect(offered()).toEqual([]);
    enter(box);
    expect(said()).toBe(start);
    expect(box).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(offered()).toHaveLength(1));
    await waitFor(() => expect(marked()).toContain('BW-B'));
    enter(box);
    await waitFor(() => expect(said()).toBe(after()));
  },
);

it('the search of a select does not list the chosen option unless it matches', async () => {
  await renderPage(<kinds.几种标准物质 />, { token });
  const box = screen.getByRole('combobox', { name: '几种标准物质' });
  fireEvent.mouseDown(box);
  await waitFor(() => expect(offered()).toHaveLength(2));
  type(box, '没有这样的');
  await screen.findByText('没有匹配的数据');
  enter(box);
  expect(document.querySelector('output')?.textContent).toBe(String(alphaId));
});
