import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, type FormInstance, Input } from 'antd';
import { createRef } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { NameByRule } from '@/features/projects/lists/NameByRule';
import { todayText } from '@/lib/dateTexts';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { renderPage } from '../support/renderPage';
import { only } from '../support/rows';

const api = apiServer();
let token: string;
let unit: number;
let otherUnit: number;
const form = createRef<FormInstance<Record<string, unknown>>>();

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  unit = await rows.inspectUnit({ organizationId, unitName: '甲厂' });
  otherUnit = await rows.inspectUnit({ organizationId, unitName: '乙厂' });
  await rows.user({
    userName: 'sales',
    organizationId,
    roles: [await rows.role({ permissions: ['inspectUnit:list', 'project:list', 'project:add'] })],
  });
  const { orm } = api.server.database;
  const types = only(
    await orm
      .insert(dictTable)
      .values({ name: 'projectType', description: '项目类型' })
      .returning({ id: dictTable.id }),
  );
  await orm.insert(dictDetailTable).values({ dict: types.id, label: '定期检测', value: 'DQ', dictSort: 1 });
  token = await login('sales');
});

function ProjectForm() {
  return (
    <Form ref={form}>
      {['belongInspect', 'type', 'createYear', 'projectName'].map((name) => (
        <Form.Item key={name} name={name} label={name}>
          <Input />
        </Form.Item>
      ))}
      <NameByRule />
    </Form>
  );
}

const name = () => form.current?.getFieldValue('projectName') as unknown;
/** Fills in fields as their inputs do. */
const fill = (values: Record<string, unknown>) => act(async () => form.current?.setFieldsValue(values));

beforeEach(async () => {
  await renderPage(<ProjectForm />, { token });
  await screen.findByLabelText('projectName');
});

it('a new project is named by its unit, year and type as soon as they are chosen, and again when they change', async () => {
  await fill({ belongInspect: unit });
  await fill({ type: 'DQ' });
  await waitFor(() => expect(name()).toBe(`甲厂${todayText().slice(0, 4)}年度定期检测`));
  await fill({ createYear: 2025 });
  await waitFor(() => expect(name()).toBe('甲厂2025年度定期检测'));
  await fill({ belongInspect: otherUnit });
  await waitFor(() => expect(name()).toBe('乙厂2025年度定期检测'));
});

it('a name of a project that a person typed stays when unit or type change', async () => {
  fireEvent.change(screen.getByLabelText('projectName'), { target: { value: '涂装线复测' } });
  await fill({ belongInspect: unit, type: 'DQ' });
  await fill({ belongInspect: otherUnit });
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(name()).toBe('涂装线复测');
});
