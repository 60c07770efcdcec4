import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ExchangeParts } from '@/features/platforms/ExchangeParts';
import { MappingInput } from '@/features/platforms/MappingInput';
import { preferredConnector } from '@/features/platforms/preferredConnector';
import { buildMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import { type Mapping, mappingFaults } from '@contract/features/platforms/platformMapping';
import { exampleModel, exchangeSettings, provincialTables } from '../support/exchangeModels';

function Form({ start }: { readonly start: Mapping }) {
  const [mapping, setMapping] = useState(start);
  return (
    <>
      <MappingInput value={mapping} onChange={(next) => setMapping(next as Mapping)} />
      <output>{JSON.stringify(mapping)}</output>
    </>
  );
}
const said = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '');
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

it('the platform code table: a code is chosen by its label, stored by its value, and ignored until both sides are filled', async () => {
  render(<Form start={{ 'employer.creditCode': 'uscc', 'results.conclusion=exceeds': '0' }} />);
  expect(screen.getByLabelText('结论“不符合”的平台代码')).toHaveValue('0');
  fireEvent.click(screen.getByLabelText('为结论新增代码'));
  // The focus is in the next field.
  const ours = screen.getAllByLabelText('结论的本系统值').at(-1) as HTMLElement;
  expect(ours).toHaveFocus();
  fireEvent.mouseDown(ours);
  // A value that has a code is not offered again.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('不符合');
  fireEvent.click(await screen.findByTitle('符合'));
  expect(said()).toEqual({ 'employer.creditCode': 'uscc', 'results.conclusion=exceeds': '0' });
  type('结论“符合”的平台代码', '1');
  expect(said()).toEqual({
    'employer.creditCode': 'uscc',
    'results.conclusion=exceeds': '0',
    'results.conclusion=conforms': '1',
  });
  fireEvent.click(screen.getByLabelText('移除结论“不符合”的代码'));
  type('结论“符合”的平台代码', '10');
  type('用人单位统一社会信用代码的平台名称', '');
  expect(said()).toEqual({ 'results.conclusion=conforms': '10' });
});

it('the platform code table lets a code without a dictionary be typed', () => {
  render(<Form start={{}} />);
  fireEvent.click(screen.getByLabelText('为所在地区新增代码'));
  type('所在地区的本系统值', '浙江省/杭州市/余杭区');
  type('所在地区“浙江省/杭州市/余杭区”的平台代码', '330110');
  expect(said()).toEqual({ 'employer.areaCode=浙江省/杭州市/余杭区': '330110' });
});

it('the choice of a platform offers active platforms first', () => {
  const [resting, working] = [
    { id: 1, active: false },
    { id: 2, active: true },
  ];
  expect(preferredConnector([resting, working])).toBe(working);
  expect(preferredConnector([resting])).toBe(resting);
  expect(preferredConnector([])).toBeUndefined();
});

it('the mapping input shows in an example at once the mapped names, codes and converted values', () => {
  render(<Form start={{}} />);
  const shown = () => JSON.parse(screen.getByLabelText('示例报文').textContent ?? '') as Record<string, unknown>;
  expect(shown()['results']).toMatchObject([{ value: '48.2', unit: 'mg/m³' }]);
  type('结果的平台名称', 'result');
  fireEvent.click(screen.getByLabelText('为结果新增换算'));
  type('结果的单位', 'mg/m³');
  type('结果“mg/m³”的换算系数', '1000');
  fireEvent.click(screen.getByLabelText('为单位新增代码'));
  type('单位的本系统值', 'mg/m³');
  type('单位“mg/m³”的平台代码', 'ug');
  expect(shown()['results']).toMatchObject([{ result: '48200', unit: 'ug' }]);
  expect(said()).toEqual({ 'results.value': 'result', 'results.value=mg/m³': '1000', 'results.unit=mg/m³': 'ug' });
  expect(mappingFaults({ 'results.value=mg/m³': 'x' })).toEqual(['“结果”的换算系数“x”应为大于0的数']);
});

it('the preview of a platform message shows each sent value beside the own value, and the omitted items', () => {
  const { parts } = buildMessage('provincial', exampleModel, exchangeSettings, provincialTables);
  render(<ExchangeParts exchange={{ text: '', parts, findings: [], notes: ['不上报的一项'], byHand: false }} />);
  expect(screen.getByText('不上报的一项')).toBeVisible();
  const workplace = within(screen.getByRole('region', { name: '用人单位' }));
  expect(workplace.getByRole('row', { name: 'areaCode 所在地区 330110000（浙江省/杭州市/余杭区）' })).toBeVisible();
  const points = within(screen.getByRole('region', { name: '检测点（5）' })).getAllByRole('row');
  expect(points).toHaveLength(6);
  expect(points[4]).toHaveTextContent('109 0.24 1008（240 μW/cm²）');
});
