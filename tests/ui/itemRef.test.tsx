import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { Failure } from '@/api/callFailures';
import { itemInput } from '@/features/laboratory/sheets/itemInput';
import { SelectableItemInput } from '@/features/laboratory/sheets/SelectableItemInput';
import { useOverride } from '@/features/stock/useOverride';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { reagentTable, standardTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { dayFromNow } from '../support/fieldRows';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let analyst: string;
let trainee: string;
const late = dayFromNow(-4);
const message = () => itemFitnessTexts.lotOver('标准物质', 'BW-LATE 甲苯标准溶液（批号L1）', late, dayFromNow(0));

beforeAll(async () => {
  const { rows, login, database } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  await rows.user({
    userName: 'analyst',
    organizationId,
    roles: [await rows.role({ permissions: ['nonconformity:add'] })],
  });
  await rows.user({ userName: 'trainee', organizationId });
  [analyst, trainee] = (await Promise.all(['analyst', 'trainee'].map((name) => login(name)))) as [string, string];
  const row = { organizationId, standardName: '甲苯标准溶液', status: '1' };
  await database.orm.insert(standardTable).values([
    { ...row, standardNo: 'BW-GOOD', lotNo: 'L2', validUntil: dayFromNow(50) },
    { ...row, standardNo: 'BW-LATE', lotNo: 'L1', validUntil: late },
  ]);
  await database.orm.insert(reagentTable).values({
    organizationId,
    reagentNo: 'SJ-1',
    reagentName: '二硫化碳',
    lotNo: 'R1',
    validUntil: dayFromNow(50),
    status: '1',
  });
});

function Choice() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <SelectableItemInput entityName="standard" label="标准物质" value={value} onChange={setValue} />
      <output>{value === null ? '未选' : `已选${value}`}</output>
    </>
  );
}

const optionOf = async (text: string): Promise<HTMLElement> =>
  (
    await screen.findByText(new RegExp(`^${text}`), { selector: '.ant-select-item-option-content *' })
  ).closest<HTMLElement>('.ant-select-item-option') as HTMLElement;

it('the select of standards says why an expired standard is disabled for people without permission to override', async () => {
  await renderPage(<Choice />, { token: trainee });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '标准物质' }));
  const option = await optionOf('BW-LATE');
  expect(option.textContent).toContain(message());
  expect(option.className).toContain('disabled');
  click(option);
  expect(screen.getByText('未选')).toBeTruthy();
  expect(screen.queryByText(itemFitnessTexts.offerUnfit)).toBeNull();
  click(await optionOf('BW-GOOD'));
  await waitFor(() => expect(screen.queryByText('未选')).toBeNull());
});

it('the select of standards lets people with permission to override enable an expired standard, with a warning', async () => {
  await renderPage(<Choice />, { token: analyst });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '标准物质' }));
  expect((await optionOf('BW-LATE')).className).toContain('disabled');
  // The focus stays in the select, whose list would otherwise not reload.
  expect(fireEvent.mouseDown(button(itemFitnessTexts.offerUnfit))).toBe(false);
  click(button(itemFitnessTexts.offerUnfit));
  await waitFor(async () => expect((await optionOf('BW-LATE')).className).not.toContain('disabled'));
  click(await optionOf('BW-LATE'));
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(message()));
});

it('the select of standards in a record’s header checks their validity on the typed test date before the record is saved', async () => {
  const Guarded = itemInput('standard', '标准物质', 'testDate', { methodKind: null, hazard: 0 });
  function Head() {
    const [form] = Form.useForm();
    return (
      <Form form={form} initialValues={{ testDate: dayFromNow(-10) }}>
        <Form.Item name="testDate">
          <Input aria-label="检测日期" />
        </Form.Item>
        <Form.Item name="standard">
          <Guarded field={labSheet.fields.standard as never} />
        </Form.Item>
      </Form>
    );
  }
  await renderPage(<Head />, { token: trainee });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '标准物质' }));
  expect((await optionOf('BW-LATE')).className).not.toContain('disabled');
  type(screen.getByLabelText('检测日期'), dayFromNow(0));
  await waitFor(async () => expect((await optionOf('BW-LATE')).className).toContain('disabled'));
});

const sent: unknown[] = [];
function Saving() {
  const { withOverride, overrideDialog } = useOverride();
  const [said, setSaid] = useState('');
  const save = async () => {
    try {
      await withOverride(async (override) => {
        sent.push(override);
        if (!override)
          throw new Failure('refused', message(), {
            status: 409,
            code: 'unfit',
            errors: [{ field: 'standard', message: message() }],
          });
      });
      setSaid('已保存');
    } catch {
      setSaid('被拒绝');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        保存记录
      </button>
      <output>{said}</output>
      {overrideDialog}
    </>
  );
}

it('the override dialog asks for the reason after a refusal, and saves again with it', async () => {
  await renderPage(<Saving />, { token: analyst });
  click(button('保存记录'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(message());
  click(button(itemFitnessTexts.overrideOk));
  await screen.findByText(itemFitnessTexts.reasonNeeded);
  type(screen.getByLabelText('继续使用的原因'), '标准物质在途');
  click(button(itemFitnessTexts.overrideOk));
  await screen.findByText('已保存');
  expect(sent).toEqual([undefined, { reason: '标准物质在途' }]);
  // The input has the focus each time the dialog opens.
  click(button('保存记录'));
  await waitFor(() => expect(screen.getByLabelText('继续使用的原因')).toHaveFocus());
});

it('the override dialog is not offered to people without the permission, and the refusal stays', async () => {
  await renderPage(<Saving />, { token: trainee });
  click(button('保存记录'));
  await screen.findByText('被拒绝');
  expect(screen.queryByRole('dialog')).toBeNull();
});
