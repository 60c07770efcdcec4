import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { filters } from '@/fields';
import { inputs } from '@/fields/fieldInputs';
import { formRules } from '@/fields/formRules';
import { defineEntity } from '@contract/entity';
import { customer } from '@contract/features/customers/entities/customer';
import {
  date,
  dateTime,
  decimal,
  dict,
  type Field,
  file,
  flag,
  integer,
  longText,
  ref,
  refs,
  region,
  richText,
  secret,
  text,
} from '@contract/field';
import { plainText } from '@contract/fields/richText';
import { uploadHint, uploadRules } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { type RuleName, rules } from '@contract/rules';
import { checkDraft, requiredMessage } from '@contract/schema';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { png } from '../support/uploads';

const api = apiServer();
let token: string;
let ids: number[];

beforeAll(async () => {
  const {
    rows,
    login,
    database: { orm },
  } = api.server;
  const organizationId = await rows.organization();
  await rows.user({
    userName: 'sales',
    organizationId,
    roles: [await rows.role({ permissions: [permissionOf(customer, 'list')] })],
  });
  ids = [
    await rows.customer({ organizationId, customerName: '甲公司' }),
    await rows.customer({ organizationId, customerName: '乙公司' }),
  ];
  await rows.customer({ organizationId: await rows.organization(), customerName: '甲乙之外' });
  const [industry] = await orm.insert(dictTable).values({ name: 'industry' }).returning({ id: dictTable.id });
  await orm.insert(dictDetailTable).values(
    ['家具制造业', '汽车制造业'].map((label, dictSort) => ({
      dict: industry?.id ?? 0,
      label,
      value: `C${dictSort}`,
      dictSort,
    })),
  );
  token = await login('sales');
});

/** Renders an input with the state a form would hold; `given` collects the reported values. */
async function take(field: Field, value: unknown = null) {
  const given: unknown[] = [];
  const Input = inputs[field.kind];
  function Held() {
    const [held, setHeld] = useState(value);
    const props = {
      field,
      value: held,
      id: 'it',
      onChange: (next: unknown) => {
        given.push(next);
        setHeld(next);
      },
    };
    return <Input {...(props as object as ComponentProps<typeof Input>)} />;
  }
  await renderPage(
    <>
      <label htmlFor="it">{field.label}</label>
      <Held />
    </>,
    { token },
  );
  return { given, ...heardFeedback() };
}

/** Renders a filter as the filter bar does: typed values first, then the searched ones. */
async function seek(field: Field, value?: string | readonly string[]) {
  const searched: unknown[] = [];
  const Filter = filters[field.kind];
  if (!Filter) throw new Error(`${field.kind} has no filter`);
  function Held() {
    const [held, setHeld] = useState(value);
    const search = (next: string | readonly string[] | undefined) => {
      searched.push(next);
      setHeld(next);
    };
    return Filter && <Filter field={field} value={held} onChange={setHeld} onSearch={search} />;
  }
  await renderPage(<Held />, { token });
  return searched;
}

const box = () => screen.getByLabelText<HTMLInputElement>('值');
const enter = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'Enter', keyCode: 13 });
/** Opens a select and chooses an option. */
async function choose(label: string, combobox = screen.getByRole('combobox')) {
  fireEvent.mouseDown(combobox);
  const option = await waitFor(() => {
    const found = [
      ...document.querySelectorAll<HTMLElement>('.ant-select-item-option-content, .ant-cascader-menu-item-content'),
    ].find((one) => one.textContent === label);
    if (!found) throw new Error(`no option ${label}`);
    return found;
  });
  click(option);
}
const shown = () => document.querySelector('.console-variables')?.textContent ?? '';

describe('a form field shows and returns the stored value', () => {
  it('a text field shows and returns the stored value', async () => {
    const { given } = await take(text('值', { max: 5 }), '旧值');
    expect(box()).toHaveValue('旧值');
    expect(box()).toHaveAttribute('maxlength', '5');
    type(box(), '新值');
    expect(given).toEqual(['新值']);
  });

  it('a long text field shows and returns the stored value', async () => {
    const { given } = await take(longText('值'), '一\n二');
    expect(box()).toHaveValue('一\n二');
    type(box(), '三');
    expect(given).toEqual(['三']);
  });

  it('a rich text field shows and returns the stored value, and null for an emptied editor', async () => {
    const { given } = await take(richText('值'), '<p>甲<strong>乙</strong></p>');
    const area = await screen.findByRole('textbox', { name: '值' });
    expect(area.innerHTML).toBe('<p>甲<strong>乙</strong></p>');
    expect(screen.getByRole('button', { name: '标题1' })).toHaveAttribute('aria-pressed', 'false');
    click(screen.getByRole('button', { name: '标题1' }));
    expect(given.at(-1)).toBe('<h2>甲<strong>乙</strong></h2>');
    expect(screen.getByRole('button', { name: '标题1' })).toHaveAttribute('aria-pressed', 'true');
    click(screen.getByRole('button', { name: '撤销（Ctrl+Z）' }));
    expect(given.at(-1)).toBe('<p>甲<strong>乙</strong></p>');
  });

  it('a rich text field keeps a table through edits around it, and can add a row to it', async () => {
    const { given } = await take(
      richText('值'),
      '<p>甲</p><table><tbody><tr><th>项目</th><td>限值</td></tr></tbody></table>',
    );
    const rows = () => String(given.at(-1)).match(/<tr\b/g)?.length;
    await screen.findByRole('textbox', { name: '值' });
    click(screen.getByRole('button', { name: '标题1' }));
    expect(plainText(String(given.at(-1)))).toBe('甲\n项目 限值');
    expect(rows()).toBe(1);
    click(screen.getByRole('button', { name: '插入表格' }));
    expect(rows()).toBe(4);
    click(screen.getByRole('button', { name: '在下方加一行' }));
    expect(rows()).toBe(5);
    click(screen.getByRole('button', { name: '删除表格' }));
    expect(rows()).toBe(1);
    expect(screen.queryByRole('button', { name: '删除表格' })).toBeNull();
  });

  it('a secret field hides its value on the screen and from the browser’s password store', async () => {
    const { given } = await take(secret('值'));
    expect(box()).toHaveAttribute('type', 'password');
    expect(box()).toHaveAttribute('autocomplete', 'new-password');
    type(box(), 'Lab-1');
    expect(given).toEqual(['Lab-1']);
  });

  it('an integer field keeps the value without rounding and reads full-width digits', async () => {
    const { given } = await take(integer('值'), 7);
    expect(box()).toHaveValue('7');
    for (const typed of ['12', '1.5', '', '１２０', '约200', 'abc', '-']) type(box(), typed);
    expect(given).toEqual([12, '1.5', null, 120, '约200', 'abc', '-']);
  });

  it('a decimal field changes no digit of the value', async () => {
    const { given } = await take(decimal('值'), '1.50');
    expect(box()).toHaveValue('1.50');
    for (const typed of ['2.500', '0.1234567890123456789', '', '－０．５０']) type(box(), typed);
    expect(given).toEqual(['2.500', '0.1234567890123456789', null, '-0.50']);
    fireEvent.blur(box());
    expect(box()).toHaveValue('-0.50');
    expect(given).toHaveLength(4);
  });

  it('a date field shows the stored date and reads the usual spellings', async () => {
    const { given } = await take(date('值'), '2024-05-01');
    expect(box()).toHaveValue('2024-05-01');
    for (const typed of ['2023/7/8', '20221103']) {
      fireEvent.mouseDown(box());
      type(box(), typed);
      enter(box());
    }
    expect(given).toEqual(['2023-07-08', '2022-11-03']);
  });

  it('a date-time field shows and returns the stored value', async () => {
    const { given } = await take(dateTime('值'), '2024-05-01 08:30:00');
    expect(box()).toHaveValue('2024-05-01 08:30:00');
    fireEvent.mouseDown(box());
    type(box(), '2024-05-02 09:00:15');
    enter(box());
    expect(given).toEqual(['2024-05-02 09:00:15']);
  });

  it('a field with a built-in dictionary shows the label and returns the value', async () => {
    const { given } = await take(dict('值', { dict: 'unitStatus' }), '1');
    expect(shown()).toContain('正常');
    await choose('停业');
    expect(given).toEqual(['2']);
  });

  it('a field with a dictionary managed by users shows the label and returns the value', async () => {
    const { given } = await take(dict('值', { dict: 'industry' }), 'C1');
    await waitFor(() => expect(shown()).toContain('汽车制造业'));
    await choose('家具制造业');
    expect(given).toEqual(['C0']);
  });

  it('a yes-or-no field shows and returns the stored value', async () => {
    const { given } = await take(flag('值'), null);
    const toggle = screen.getByRole('switch');
    expect(toggle).not.toBeChecked();
    click(toggle);
    click(toggle);
    expect(given).toEqual([true, false]);
  });

  it('a reference field shows the title of an id, finds rows by name and returns the id', async () => {
    const { given } = await take(ref('值', { to: 'customer' }), ids[0]);
    await waitFor(() => expect(shown()).toContain('甲公司'));
    const combobox = screen.getByRole('combobox');
    fireEvent.mouseDown(combobox);
    type(combobox, '乙');
    await waitFor(() =>
      expect(api.calls.some(({ path }) => path.includes(`keyword=${encodeURIComponent('乙')}`))).toBe(true),
    );
    await choose('乙公司');
    expect(given).toEqual([ids[1]]);
    expect(document.body).not.toHaveTextContent('甲乙之外');
  });

  it('a field with several references shows and returns the stored ids', async () => {
    const { given } = await take(refs('值', { to: 'customer' }), [ids[0]]);
    await choose('乙公司');
    expect(given).toEqual([ids]);
  });

  it('a region field returns the region as one text', async () => {
    const { given } = await take(region('值'), '浙江省/杭州市');
    await waitFor(() => expect(shown()).toContain('浙江省 / 杭州市'));
    await choose('西湖区');
    expect(given).toEqual(['浙江省/杭州市/西湖区']);
  });

  it('Enter in a region field takes the only region whose name contains the typed text, and none if several do', async () => {
    const { given } = await take(region('值'));
    const combobox = screen.getByRole('combobox');
    fireEvent.mouseDown(combobox);
    await screen.findByText('浙江省');
    fireEvent.change(combobox, { target: { value: '嘉' } });
    enter(combobox);
    expect(given).toEqual([]);
    fireEvent.change(combobox, { target: { value: '嘉善' } });
    enter(combobox);
    expect(given).toEqual(['浙江省/嘉兴市/嘉善县']);
    await waitFor(() => expect(shown()).toContain('浙江省 / 嘉兴市 / 嘉善县'));
  });

  it('a file field uploads at once, returns the file’s id and can remove it', async () => {
    const { given, notices } = await take(file('值', { accept: 'image' }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    expect(input.accept).toContain('.png');
    fireEvent.change(input, {
      target: { files: [new File([png() as Uint8Array<ArrayBuffer>], '标志.png', { type: 'image/png' })] },
    });
    await waitFor(() => expect(given).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
    expect(notices.map(([, said]) => said)).toEqual([messages.uploaded]);
    click(await waitFor(() => button('删除')));
    expect(given.at(-1)).toBeNull();
  });

  it('a file field names the permitted types and sends no file over the size limit', async () => {
    const { given, notices } = await take(file('值', { accept: 'image' }), null);
    expect(screen.getByText(uploadHint('image'))).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    const picture = new File(['x'], '标志.png', { type: 'image/png' });
    Object.defineProperty(picture, 'size', { value: uploadRules.image.limit + 1 });
    fireEvent.change(input, { target: { files: [picture] } });
    await waitFor(() => expect(notices.map(([, said]) => said)).toEqual(['上传内容超过大小限制（最大10 MB）']));
    expect(given).toEqual([]);
  });

  it('a file field says why an upload was refused and keeps the former value', async () => {
    const { given, notices } = await take(file('值', { accept: 'image' }), null);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['MZ\u0090'], '标志.png', { type: 'image/png' })] } });
    await waitFor(() =>
      expect(notices).toEqual([['error', expect.stringMatching(/\p{Script=Han}/u), expect.anything()]]),
    );
    expect(given).toEqual([]);
    await waitFor(() => expect(button('上传值')).toBeEnabled());
  });
});

describe('a filter of a list', () => {
  it('a text filter searches for a part of the text after Enter', async () => {
    const searched = await seek(text('值'));
    type(box(), '铜');
    expect(searched).toEqual([]);
    enter(box());
    expect(searched).toEqual(['铜']);
  });

  it('a dictionary filter searches for one or several entries', async () => {
    const searched = await seek(dict('值', { dict: 'unitStatus' }), '1');
    await choose('停业');
    expect(searched).toEqual([['1', '2']]);
  });

  it('a yes-or-no filter names its field once a value is chosen', async () => {
    const searched = await seek(flag('值'));
    await choose('否');
    expect(searched).toEqual(['false']);
    expect(await screen.findByText('值：否')).toBeInTheDocument();
  });

  it('a number filter searches for a range with an open end, on leaving the field or Enter', async () => {
    const searched = await seek(integer('值'), '5~');
    expect(await screen.findByLabelText('值从')).toHaveValue('5');
    type(screen.getByLabelText('值从'), '100');
    fireEvent.blur(screen.getByLabelText('值从'));
    type(screen.getByLabelText('值到'), '200');
    enter(screen.getByLabelText('值到'));
    expect(searched).toEqual(['100~', '100~200']);
  });

  it('a date filter searches for a range of days', async () => {
    const searched = await seek(date('值'), '2024-01-01~2024-12-31');
    const [from] = await waitFor(() => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>('.ant-picker-input input')];
      expect(boxes.map((box) => box.value)).toEqual(['2024-01-01', '2024-12-31']);
      return boxes;
    });
    fireEvent.mouseDown(from as HTMLElement);
    click(from as HTMLElement);
    click(await screen.findByText('今年'));
    await waitFor(() => expect(searched).toEqual([expect.stringMatching(/^\d{4}-01-01~\d{4}-\d{2}-\d{2}$/)]));
  });

  it.each([
    ['Monday', '2026-11-23T04:00:00Z', '2026-11-23~2026-11-23'],
    ['Wednesday', '2026-11-25T04:00:00Z', '2026-11-23~2026-11-25'],
    ['Sunday', '2026-11-29T04:00:00Z', '2026-11-23~2026-11-29'],
  ])('a date filter for the current week starts on Monday, also on a %s', async (_day, now, wanted) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    try {
      // A session lasts one day, so each date needs a new one.
      token = await api.server.login('sales');
      const searched = await seek(date('值'));
      const from = await waitFor(() => {
        const box = document.querySelector<HTMLInputElement>('.ant-picker-input input');
        expect(box).not.toBeNull();
        return box as HTMLInputElement;
      });
      fireEvent.mouseDown(from);
      click(from);
      click(await screen.findByText('本周'));
      await waitFor(() => expect(searched).toEqual([wanted]));
    } finally {
      vi.useRealTimers();
      token = await api.server.login('sales');
    }
  });

  it('a reference filter searches for one or several rows of the other entity', async () => {
    const searched = await seek(ref('值', { to: 'customer' }), String(ids[0]));
    await choose('乙公司');
    expect(searched).toEqual([ids.map(String)]);
  });

  it('a region filter includes all regions below the chosen one', async () => {
    const searched = await seek(region('值'));
    await waitFor(() => expect(screen.getByRole('combobox')).toBeEnabled());
    await choose('浙江省');
    expect(searched).toEqual(['浙江省']);
  });

  it('file and secret fields have no filter', () => {
    expect([filters.file, filters.secret]).toEqual([null, null]);
  });
});

describe('validation in a form', () => {
  const bad: Record<RuleName, string> = {
    email: 'a@',
    mobile: '19900000000',
    phone: '11000000000',
    telephone: '11000000000',
    ip: '256.1.1.1',
    userName: '张三',
    number: '1.',
    numberOrDash: '--',
    positiveNumber: '0',
    unifiedCode: '9133',
    fileSafeName: 'a/b',
    colour: 'teal',
    webAddress: 'lab.example.com',
    valueOrBelowLimit: '＜0.5',
    password: 'abc',
    nonNegativeInteger: '-1',
    uncertaintyLevels: '20%',
    stockConcentrations: '苯',
    sequenceColumns: 'Vial=进样位',
  };
  const wrong: Record<string, [Field, unknown]> = {
    ...Object.fromEntries(
      (Object.keys(rules) as RuleName[]).map((rule): [string, [Field, unknown]] => [
        rule,
        [text(`规则${rule}`, { rule }), bad[rule]],
      ]),
    ),
    whole: [integer('人数', { min: 0 }), 1.5],
    digits: [decimal('含量', { digits: 2 }), '1.234'],
    name: [text('名称', { required: true }), '  '],
    kind: [dict('类别', { dict: 'unitStatus', required: true }), null],
    people: [refs('人员', { to: 'user', required: true }), []],
  };
  const fields = Object.fromEntries(Object.entries(wrong).map(([name, [field]]) => [name, field]));
  const entity = defineEntity({
    name: 'sample',
    path: 'api/sample',
    label: '样',
    titleField: 'name',
    scope: 'organization',
    fields,
  });
  const values = Object.fromEntries(Object.entries(wrong).map(([name, [, value]]) => [name, value]));

  it('a form shows the shared validation messages at the fields they belong to', async () => {
    const check = vi.fn<() => Promise<unknown>>();
    function Probe({ children }: { children?: ReactNode }) {
      const [form] = Form.useForm();
      check.mockImplementation(() =>
        form.validateFields().then(
          () => null,
          (failed: { errorFields: { name: string[]; errors: string[] }[] }) => failed.errorFields,
        ),
      );
      return (
        <Form form={form} initialValues={values}>
          {Object.entries(fields).map(([name, field]) => (
            <Form.Item key={name} name={name} label={field.label} rules={formRules(field)}>
              <input />
            </Form.Item>
          ))}
          {children}
        </Form>
      );
    }
    await renderPage(<Probe />, { token });
    const found = (await act(() => check())) as { name: string[]; errors: string[] }[];
    const said = Object.fromEntries(found.map(({ name, errors }) => [name[0], errors.join()]));
    const checked = checkDraft(entity, values);
    expect(said).toEqual(
      checked.ok ? {} : Object.fromEntries(checked.errors.map(({ field, message }) => [field, message])),
    );
    for (const rule of Object.keys(rules) as RuleName[]) expect(said[rule], rule).toBe(rules[rule].message);
    expect(said).toMatchObject({
      whole: rules.nonNegativeInteger.message,
      digits: '含量最多2位小数',
      name: requiredMessage(fields.name as Field),
      kind: '请选择类别',
      people: '请选择人员',
    });
    expect(await screen.findByText('请选择人员')).toBeVisible();
  });
});
