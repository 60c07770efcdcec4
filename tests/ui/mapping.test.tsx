import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MappingInput } from '@/features/platforms/MappingInput';
import { usual } from '@/features/platforms/usualConnector';
import type { Mapping } from '@contract/features/platforms/platformMapping';

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
  fireEvent.click(screen.getByLabelText('为结论添加代码'));
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
  fireEvent.click(screen.getByLabelText('为所在地区添加代码'));
  type('所在地区的本系统值', '浙江省/杭州市/余杭区');
  type('所在地区“浙江省/杭州市/余杭区”的平台代码', '330110');
  expect(said()).toEqual({ 'employer.areaCode=浙江省/杭州市/余杭区': '330110' });
});

it('the choice of a platform offers active platforms first', () => {
  const [resting, working] = [
    { id: 1, active: false },
    { id: 2, active: true },
  ];
  expect(usual([resting, working])).toBe(working);
  expect(usual([resting])).toBe(resting);
  expect(usual([])).toBeUndefined();
});
