import { describe, expect, it } from 'vitest';
import { defineEntity } from '@contract/entity';
import {
  date,
  dateTime,
  decimal,
  dict,
  type Field,
  file,
  flag,
  integer,
  keyed,
  longText,
  ref,
  refs,
  region,
  richText,
  secret,
  text,
} from '@contract/field';
import { rules } from '@contract/rules';
import { checkDraft, fieldSchema, isDateTime, isDay, requiredMessage } from '@contract/schema';

const uuid = '3b241101-e2bb-4255-8caf-4136c566a962';

/** Returns the stored value, or the message shown. */
function check(field: Field, input: unknown): { kept: unknown } | { told: string | undefined } {
  const result = fieldSchema(field).safeParse(input);
  return result.success ? { kept: result.data } : { told: result.error.issues[0]?.message };
}

interface Case {
  readonly field: Field;
  readonly required: Field;
  readonly message: string;
  /** Input and the stored value. */
  readonly good: readonly (readonly [unknown, unknown])[];
  /** Input and the message. */
  readonly bad: readonly (readonly [unknown, string])[];
}

const cases: Readonly<Record<Field['kind'], Case>> = {
  text: {
    field: text('联系人', { max: 5 }),
    required: text('联系人', { required: true }),
    message: '请输入联系人',
    good: [
      ['张三', '张三'],
      ['  张三 ', '张三'],
      ['一二三四五', '一二三四五'],
    ],
    bad: [
      ['一二三四五六', '联系人不能超过5个字'],
      [7, '联系人应为文字'],
      [{}, '联系人应为文字'],
      ['a\0b', '联系人含有不能保存的字符，请删除后重试'],
    ],
  },
  longText: {
    field: longText('备注'),
    required: longText('备注', { required: true }),
    message: '请输入备注',
    good: [
      ['第一行\n第二行', '第一行\n第二行'],
      ['字'.repeat(2000), '字'.repeat(2000)],
    ],
    bad: [
      ['字'.repeat(2001), '备注不能超过2000个字'],
      [['x'], '备注应为文字'],
      ['\0', '备注含有不能保存的字符，请删除后重试'],
    ],
  },
  richText: {
    field: richText('内容', { max: 1500 }),
    required: richText('内容', { required: true }),
    message: '请输入内容',
    good: [
      ['<p>甲</p>', '<p>甲</p>'],
      ['乙', '乙'],
      ['<p></p>', null],
      ['<p>&nbsp;<br></p><ul><li></li></ul>', null],
      ['<img src="/x">', '<img src="/x">'],
    ],
    bad: [
      [`<p>${'字'.repeat(1500)}</p>`, '内容过长，请精简文字或把长文作为附件（含格式最多1,500个字符）'],
      [7, '内容应为文字'],
      ['<p>a\0b</p>', '内容含有不能保存的字符，请删除后重试'],
    ],
  },
  integer: {
    field: integer('职工总数', { min: 0, max: 100 }),
    required: integer('职工总数', { required: true }),
    message: '请输入职工总数',
    good: [
      [0, 0],
      [100, 100],
      [12, 12],
    ],
    bad: [
      [-1, '只能填写非负整数'],
      [1.5, '只能填写非负整数'],
      ['12', '只能填写非负整数'],
      [101, '职工总数不能大于100'],
      [Number.NaN, '只能填写非负整数'],
      [Number.POSITIVE_INFINITY, '只能填写非负整数'],
    ],
  },
  decimal: {
    field: decimal('采样体积', { digits: 2, min: '0', max: '12345678901234567.5' }),
    required: decimal('采样体积', { required: true }),
    message: '请输入采样体积',
    good: [
      ['1.50', '1.50'],
      [1.5, '1.5'],
      ['0', '0'],
      ['12345678901234567.25', '12345678901234567.25'],
    ],
    bad: [
      ['1.505', '采样体积最多2位小数'],
      ['-0.1', '采样体积不能小于0'],
      ['12345678901234600', '采样体积不能大于12345678901234567.5'],
      ['1e3', '只能为数字'],
      ['１.5', '只能为数字'],
      [Number.NaN, '只能为数字'],
      [true, '只能为数字'],
      ['9'.repeat(500), '采样体积不能超过40位'],
    ],
  },
  date: {
    field: date('成立日期'),
    required: date('成立日期', { required: true }),
    message: '请选择成立日期',
    good: [
      ['2024-02-29', '2024-02-29'],
      ['1999-12-31', '1999-12-31'],
    ],
    bad: [
      ['2023-02-29', '成立日期应为年-月-日，例如2024-05-01'],
      ['2024-13-01', '成立日期应为年-月-日，例如2024-05-01'],
      ['2024/05/01', '成立日期应为年-月-日，例如2024-05-01'],
      ['0000-01-01', '成立日期应为年-月-日，例如2024-05-01'],
      [45413, '请选择成立日期'],
    ],
  },
  dateTime: {
    field: dateTime('到期时间'),
    required: dateTime('到期时间', { required: true }),
    message: '请选择到期时间',
    good: [
      ['2024-05-01 23:59:59', '2024-05-01 23:59:59'],
      ['2024-05-01 00:00:00', '2024-05-01 00:00:00'],
    ],
    bad: [
      ['2024-05-01', '到期时间应为年-月-日 时:分:秒'],
      ['2024-05-01 24:00:00', '到期时间应为年-月-日 时:分:秒'],
      ['2024-05-01T10:00:00', '到期时间应为年-月-日 时:分:秒'],
      [0, '请选择到期时间'],
    ],
  },
  dict: {
    field: dict('所属行业', { dict: 'industry' }),
    required: dict('所属行业', { dict: 'industry', required: true }),
    message: '请选择所属行业',
    good: [['26', '26']],
    bad: [
      [26, '所属行业应为文字'],
      ['x'.repeat(101), '所属行业不能超过100个字'],
      ['2\0', '所属行业含有不能保存的字符，请删除后重试'],
    ],
  },
  ref: {
    field: ref('委托单位', { to: 'customer' }),
    required: ref('委托单位', { to: 'customer', required: true }),
    message: '请选择委托单位',
    good: [
      [1, 1],
      [2_147_483_647, 2_147_483_647],
    ],
    bad: [
      [0, '请选择委托单位'],
      [-1, '请选择委托单位'],
      [1.5, '请选择委托单位'],
      ['1', '请选择委托单位'],
      [2_147_483_648, '请选择委托单位'],
      [{ id: 1 }, '请选择委托单位'],
    ],
  },
  refs: {
    field: refs('角色', { to: 'role' }),
    required: refs('角色', { to: 'role', required: true }),
    message: '请选择角色',
    good: [
      [
        [1, 2],
        [1, 2],
      ],
      [[], []],
      [null, []],
      [undefined, []],
    ],
    bad: [
      [[0], '请选择角色'],
      [['1'], '请选择角色'],
      ['1', '请选择角色'],
      [Array.from({ length: 501 }, (_, index) => index + 1), '角色最多500项'],
    ],
  },
  flag: {
    field: flag('是否停产'),
    required: flag('是否停产', { required: true }),
    message: '请选择是否停产',
    good: [
      [true, true],
      [false, false],
    ],
    bad: [
      ['true', '是否停产应为是或否'],
      [1, '是否停产应为是或否'],
      [0, '是否停产应为是或否'],
    ],
  },
  file: {
    field: file('营业执照', { accept: 'image' }),
    required: file('营业执照', { accept: 'image', required: true }),
    message: '请上传营业执照',
    good: [[uuid, uuid]],
    bad: [
      ['../etc/passwd', '请重新上传营业执照'],
      [1, '请重新上传营业执照'],
      [`${uuid}x`, '请重新上传营业执照'],
    ],
  },
  region: {
    field: region('所属地区'),
    required: region('所属地区', { required: true }),
    message: '请选择所属地区',
    good: [
      ['浙江省/杭州市/西湖区', '浙江省/杭州市/西湖区'],
      ['浙江省', '浙江省'],
    ],
    bad: [
      ['浙江省/杭州市/西湖区/翠苑', '所属地区应为省/市/区县'],
      ['浙江省//西湖区', '所属地区应为省/市/区县'],
      ['/', '所属地区应为省/市/区县'],
      [33, '所属地区应为文字'],
    ],
  },
  keyed: {
    field: keyed('仪器条件'),
    required: keyed('仪器条件', { required: true }),
    message: '请输入仪器条件',
    good: [
      [{ 色谱柱: ' FFAP ', 柱温: '', 流速: null }, { 色谱柱: 'FFAP' }],
      [{}, {}],
    ],
    bad: [
      ['甲', '仪器条件应为若干项文字'],
      [{ 甲: 7 }, '仪器条件应为文字'],
      [Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 'v'])), '仪器条件最多1000项'],
    ],
  },
  secret: {
    field: secret('密码', { rule: 'password' }),
    required: secret('密码', { rule: 'password', required: true }),
    message: '请输入密码',
    good: [['Abc12345!', 'Abc12345!']],
    bad: [
      ['abc', rules.password.message],
      [12345678, '请输入密码'],
      [`Aa1!${'x'.repeat(20)}`, rules.password.message],
      [`Aa1!${'x'.repeat(200)}`, '密码不能超过100个字'],
    ],
  },
};

const shown = (value: unknown): string => {
  const words =
    typeof value === 'string'
      ? JSON.stringify(value)
      : value === undefined || typeof value === 'number'
        ? String(value)
        : JSON.stringify(value);
  return words.length > 40 ? `${words.slice(0, 40)}…` : words;
};

describe.each(Object.entries(cases))('field of kind %s', (_, { field, required, message, good, bad }) => {
  it.each(good.map(([input, kept]) => [shown(input), input, kept] as const))(
    'the validation schema of a field accepts and keeps the value %s',
    (_input, input, kept) => {
      expect(check(field, input)).toEqual({ kept });
    },
  );

  it.each(bad.map(([input, told]) => [shown(input), input, told] as const))(
    'the validation schema of a field refuses the value %s and says why',
    (_input, input, told) => {
      expect(check(field, input)).toEqual({ told });
    },
  );

  it.each([undefined, null, ...(field.kind === 'refs' ? [[]] : ['', '   ', '\u3000'])])(
    'the schema of a required field asks for a value instead of %j',
    (empty) => {
      expect(check(required, empty)).toEqual({ told: message });
      expect(requiredMessage(required)).toBe(message);
      expect(check(field, empty)).toEqual({ kept: field.kind === 'refs' ? [] : null });
    },
  );

  it('the validation schema of a field gives one Chinese message for any nonsense value', () => {
    for (const nonsense of [
      Symbol.iterator,
      () => 1,
      10n,
      new Date(0),
      new Map(),
      [[[]]],
      { __proto__: null },
      '\ud800',
      'x'.repeat(100_000),
    ]) {
      const result = fieldSchema(field).safeParse(nonsense);
      if (result.success) continue;
      expect(result.error.issues).toHaveLength(1);
      expect(result.error.issues[0]?.message).toMatch(/[\u4e00-\u9fff]/);
    }
  });
});

describe('named rule', () => {
  it('a field with a validation rule shows the rule’s own message', () => {
    expect(check(text('联系电话', { rule: 'phone' }), '12345')).toEqual({ told: rules.phone.message });
    expect(check(text('联系电话', { rule: 'phone' }), ' 13800138000 ')).toEqual({ kept: '13800138000' });
  });

  it('a validation rule is not applied to an empty optional field', () => {
    expect(check(text('联系电话', { rule: 'phone' }), '')).toEqual({ kept: null });
  });
});

describe('invisible characters', () => {
  const name: Field = { kind: 'text', label: '名称', required: true };
  it('invisible characters are removed from single-line text: two names that look equal are equal', () => {
    for (const typed of ['\u200b甲公司\u2060', '甲\u200b公司', '\u202e甲公司\u202c', ' 甲公司\t\n', '\ufeff甲公司'])
      expect(fieldSchema(name).parse(typed)).toBe('甲公司');
    expect(fieldSchema(name).parse('甲公司\r\n二\t车间')).toBe('甲公司 二 车间');
    expect(fieldSchema(name).safeParse('\u200b\u2060').error?.issues[0]?.message).toBe('请输入名称');
  });

  it('invisible characters are removed from multi-line text, and its line breaks stay', () => {
    expect(fieldSchema({ kind: 'longText', label: '备注' }).parse('\u200b一\n二\t三 ')).toBe('一\n二\t三');
  });
});

describe('isDay and isDateTime', () => {
  it.each(['2000-02-29', '2024-12-31', '1000-01-01'])('isDay and isDateTime accept the day %s', (day) =>
    expect(isDay(day)).toBe(true),
  );
  it.each(['1900-02-29', '2024-00-10', '2024-04-31', '2024-4-1', '', '２０２４-01-01', '2024-01-01 '])(
    'isDay and isDateTime refuse the day "%s"',
    (day) => expect(isDay(day)).toBe(false),
  );
  it.each(['2024-05-01 10:60:00', '2024-05-01 10:00:60', '2024-02-30 10:00:00', '2024-05-01 1:00:00'])(
    'isDay and isDateTime refuse the moment "%s"',
    (moment) => expect(isDateTime(moment)).toBe(false),
  );
});

const unit = defineEntity({
  name: 'sampleUnit',
  path: 'api/sampleUnit',
  label: '受检单位',
  titleField: 'unitName',
  scope: 'organization',
  fields: {
    unitName: text('单位名称', { required: true, rule: 'fileSafeName' }),
    phone: text('联系电话', { rule: 'phone' }),
    workers: integer('职工总数', { min: 0 }),
    exposed: integer('接害人数', { min: 0 }),
    lowFlow: decimal('最小流量'),
    highFlow: decimal('最大流量'),
    from: date('开始日期'),
    until: date('结束日期'),
    roles: refs('角色', { to: 'role' }),
    approvedBy: text('批准人', { readonly: true }),
  },
  checks: [
    { field: 'exposed', notAbove: 'workers', message: '接害人数不能大于职工总数' },
    { field: 'lowFlow', notAbove: 'highFlow', message: '最小流量不能大于最大流量' },
    { field: 'from', notAbove: 'until', message: '开始日期不能晚于结束日期' },
  ],
});

const errors = (input: unknown) => {
  const result = checkDraft(unit, input);
  return result.ok ? [] : result.errors;
};

describe('checkDraft', () => {
  it('checkDraft fills missing fields of a draft with null', () => {
    expect(checkDraft(unit, { unitName: ' 甲厂 ' })).toEqual({
      ok: true,
      value: {
        unitName: '甲厂',
        phone: null,
        workers: null,
        exposed: null,
        lowFlow: null,
        highFlow: null,
        from: null,
        until: null,
        roles: [],
      },
    });
  });

  it('checkDraft names every wrong field once, with its message', () => {
    expect(errors({ unitName: '', phone: '1', workers: -1, roles: [1, 'x'] })).toEqual([
      { field: 'unitName', message: '请输入单位名称' },
      { field: 'phone', message: rules.phone.message },
      { field: 'workers', message: rules.nonNegativeInteger.message },
      { field: 'roles', message: '请选择角色' },
    ]);
  });

  it('checkDraft reports a required field that is missing from the draft', () => {
    expect(errors({})).toEqual([{ field: 'unitName', message: '请输入单位名称' }]);
  });

  it('checkDraft drops every value that is not an editable field of the entity', () => {
    const smuggled = {
      id: 9,
      organizationId: 2,
      version: 7,
      createBy: 1,
      deleteTime: null,
      isAdmin: true,
      roleIds: [1],
      approvedBy: '我',
    };
    const result = checkDraft(unit, { unitName: '甲厂', ...smuggled });
    expect(result.ok).toBe(true);
    for (const name of Object.keys(smuggled)) expect(result.ok && Object.hasOwn(result.value, name), name).toBe(false);
  });

  it('checkDraft leaves prototypes unchanged by __proto__, constructor and prototype in the input', () => {
    const poison: unknown = JSON.parse(
      '{"unitName":"甲厂","__proto__":{"workers":1,"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    const result = checkDraft(unit, poison);
    expect(result.ok && result.value.workers).toBe(null);
    expect(result.ok && Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('checkDraft ignores values inherited from the prototype', () => {
    const result = checkDraft(unit, { unitName: '甲厂', __proto__: { workers: 5 } });
    expect(result.ok && result.value.workers).toBe(null);
  });

  it.each([[null], [undefined], ['甲厂'], [7], [[]], [[{ unitName: '甲厂' }]]])(
    'checkDraft refuses %j, which is no object',
    (input) => {
      expect(errors(input)).toEqual([{ field: '', message: '请求内容应为一个对象' }]);
    },
  );

  it('checkDraft compares two whole numbers as numbers', () => {
    expect(errors({ unitName: '甲厂', workers: 100, exposed: 20 })).toEqual([]);
    expect(errors({ unitName: '甲厂', workers: 20, exposed: 100 })).toEqual([
      { field: 'exposed', message: '接害人数不能大于职工总数' },
    ]);
    expect(errors({ unitName: '甲厂', workers: 20, exposed: 20 })).toEqual([]);
  });

  it('checkDraft compares two decimals as numbers, not as text', () => {
    expect(errors({ unitName: '甲厂', lowFlow: '9', highFlow: '10' })).toEqual([]);
    expect(errors({ unitName: '甲厂', lowFlow: '10.5', highFlow: '9' })).toEqual([
      { field: 'lowFlow', message: '最小流量不能大于最大流量' },
    ]);
    expect(errors({ unitName: '甲厂', lowFlow: '0.10', highFlow: '0.1' })).toEqual([]);
    expect(errors({ unitName: '甲厂', lowFlow: '-10', highFlow: '-9' })).toEqual([]);
  });

  it('checkDraft compares two days: a start after the end is refused', () => {
    expect(errors({ unitName: '甲厂', from: '2024-09-30', until: '2024-10-01' })).toEqual([]);
    expect(errors({ unitName: '甲厂', from: '2024-10-02', until: '2024-10-01' })).toEqual([
      { field: 'from', message: '开始日期不能晚于结束日期' },
    ]);
  });

  it('checkDraft does not compare a field that is empty with another field', () => {
    expect(errors({ unitName: '甲厂', exposed: 5 })).toEqual([]);
  });

  it('checkDraft does not compare two fields while one of them is invalid', () => {
    expect(errors({ unitName: '甲厂', workers: -1, exposed: 5 })).toEqual([
      { field: 'workers', message: rules.nonNegativeInteger.message },
    ]);
  });
});

describe('text that is longer than its field allows (SEC-1)', () => {
  const ruleNames = Object.keys(rules) as (keyof typeof rules)[];
  const longTexts = [`a${' '.repeat(90_000)}x`, '1'.repeat(90_000), 'a@'.repeat(45_000), '苯 '.repeat(45_000)];

  it.each(ruleNames)('a text of 90,000 characters in a field with the rule %s is refused in less than 1 s', (rule) => {
    const started = process.cpuUsage();
    for (const value of longTexts)
      expect(fieldSchema(text('说明', { max: 500, rule })).safeParse(value).success).toBe(false);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
