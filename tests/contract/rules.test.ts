import { describe, expect, it } from 'vitest';
import type { Field } from '@contract/field';
import { type RuleName, rules } from '@contract/rules';
import { entities } from '@contract/subjects';

// SPEC §5. The messages are typed again only here, as the specification prints them.
interface Sample {
  readonly message: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const table: Readonly<Record<RuleName, Sample>> = {
  email: {
    message: '请输入正确的邮箱地址',
    good: ['a@b.cn', 'zhang.san@lab.example.com', 'x+y_1@a-b.org', '10086@139.com'],
    bad: [
      'a',
      'a@',
      '@b.cn',
      'a@b',
      'a b@c.cn',
      'a@b..cn',
      'a@-b.cn',
      'a@b.cn,c@d.cn',
      'a＠b.cn',
      '<a@b.cn>',
      'a@b.cn ',
    ],
  },
  mobile: {
    message: '请输入正确的电话号码',
    good: ['13800138000', '18912345678', '14700000000', '15999999999', '17000000001'],
    bad: [
      '12800138000',
      '19912345678',
      '1380013800',
      '138001380000',
      '03800138000',
      '138 0013 8000',
      '１３８００１３８０００',
      '+8613800138000',
      '0571-88888888',
    ],
  },
  telephone: {
    message: '请输入正确的电话号码',
    good: ['19912345678', '0571-84674516', '0571-84674516转801', '400-820-8820'],
    bad: ['11012345678', '123', '0571-123', '1384654124'],
  },
  phone: {
    message: '请输入正确的电话号码',
    good: ['12800138000', '19912345678', '13800138000', '16600000000'],
    bad: [
      '11800138000',
      '10800138000',
      '1991234567',
      '199123456780',
      '１９９１２３４５６７８',
      '199-1234-5678',
      '19912345678\n',
    ],
  },
  ip: {
    message: '请输入正确的IP地址',
    good: ['0.0.0.0', '255.255.255.255', '192.168.1.1', '10.0.0.249', '1.22.133.200'],
    bad: [
      '256.1.1.1',
      '1.1.1.256',
      '1.1.1',
      '1.1.1.1.1',
      '01.1.1.1',
      '1.1.1.',
      '1,1,1,1',
      ' 1.1.1.1',
      '１.1.1.1',
      '::1',
      '1.1.1.1/24',
    ],
  },
  userName: {
    message: '请输入正确用户名，用户名为字母与数字组合',
    good: ['admin', 'A', '10086', 'sales2'],
    bad: ['张三', 'a b', 'a_b', 'a-b', 'ａdmin', 'admin!', '1２', 'a@b'],
  },
  uncertaintyLevels: {
    message: '格式不正确，应为“0.1～1：20%（k=2）；20～100：8%（k=2）”，各水平不能重叠',
    good: ['0.1～1：20%', '≥5：8%', '≤0.5：20%（k=2）；≥0.5：8%(k=2)', '20～100 mg/m³：U=8%；0.1～20：12%'],
    bad: ['20%', '1～0.1：20%', '0.1～1：20%；0.5～2：8%', '0.1～1：0%', '0.1～1 20 2', '低：20%'],
  },
  stockConcentrations: {
    message: '格式不正确，应为“1000”，或“苯 1000；甲苯 2000”，每个组分写一次',
    good: ['1000', '20.5', '苯 1000；甲苯 2000', '1,2-二氯乙烷:500;苯=1', 'PM2.5 3'],
    bad: ['苯', '0', '苯 0', '苯 1；苯 2', '1000；苯 2', '苯1000', '苯 -1'],
  },
  sequenceColumns: {
    message: '格式不正确，应为“Vial=进样位；Sample Name=样品名；Method="BTX.M"”',
    good: [
      'Name=样品名',
      'Vial=进样位；Sample Name=样品名；Method="BTX.M"',
      'Name=样品名;Time=进样时间',
      'No=序号；Name=样品名；Note=备注',
    ],
    bad: ['样品名', 'Vial=进样位', 'Name=样品', '=样品名', 'Name=样品名；Method=BTX.M'],
  },
  number: {
    message: '只能为数字',
    good: ['0', '-0.5', '12', '3.1400', '007', '-12'],
    bad: ['-', '.5', '5.', '1e3', '+1', '1,000', '１２', '1.2.3', '--1', '0x1F', '1 2', 'NaN', '−5', '<0.05'],
  },
  numberOrDash: {
    message: '只能为数字或者-',
    good: ['-', '0', '-0.5', '3.14', '0.0'],
    bad: ['--', '－', '—', '-.', '1-2', '/', '1-', '- 1', '１'],
  },
  positiveNumber: {
    message: '只能输入大于0的数字',
    good: ['1', '0.01', '10', '0010', '99999.5', '0.10'],
    bad: ['0', '0.0', '00', '000.00', '-1', '-0.5', '-', '.5', '5.', '１', '1e3', '+1', '<1'],
  },
  unifiedCode: {
    message: '格式错误，请检查',
    good: ['91330106MA2B1C2D3E', '123301061234567890', 'AB330106ABCDEFGHIJ', '91330106ma2b1c2d3e'],
    bad: [
      '91330106MA2B1C2D3',
      '91330106MA2B1C2D3EX',
      '9133A106MA2B1C2D3E',
      '91330106MA2B1C2D3_',
      '９１330106MA2B1C2D3E',
      '91330106 MA2B1C2D3',
      '9.13301E+17',
      '统一330106MA2B1C2D3E',
    ],
  },
  colour: {
    message: '请输入六位颜色值，例如#007873',
    good: ['#007873', '#FFFFFF', '#0958d9', '#000000'],
    bad: ['007873', '#fff', '#00787g', '#0078730', 'red', '#007873;', 'rgb(0,0,0)', '＃007873'],
  },
  webAddress: {
    message: '应为http://或https://开头的网址，不带路径，例如https://lab.example.com',
    good: ['https://lab.example.com', 'https://lab.example.com/', 'http://192.0.2.7:8080/', 'http://lab:8080'],
    bad: [
      'lab.example.com',
      'ftp://lab.example.com',
      'https://lab.example.com/a',
      'https://a@b.example',
      'https://',
      'https://a b',
    ],
  },
  fileSafeName: {
    message: '格式错误，不能含有/:*?<>|',
    good: ['杭州某某化工有限公司', 'A公司（二期）', 'a\\b', '1-2_3.4', '', '杭州：一厂'],
    bad: ['a/b', 'a:b', 'a*b', 'a?b', 'a"b', 'a<b', 'a>b', 'a|b', '/', '有限公司?'],
  },
  valueOrBelowLimit: {
    message: '格式有误，需填写固定值或小于检出限,请使用英文小于符号',
    good: ['0.05', '<0.05', '< 0.05', '0', '12', '-0.5', '<1'],
    bad: [
      '＜0.05',
      '<',
      '≤0.05',
      '>0.05',
      '<<0.05',
      '0.05<',
      '<０.05',
      '０.０５',
      '<-0.05',
      '未检出',
      'ND',
      '<.5',
      '-',
    ],
  },
  password: {
    message: '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号',
    good: ['Abc12345!', 'aB3$aB3$', 'Zz9_Zz9_Zz9_Zz9_', 'Password-2024'],
    bad: [
      'Abc123!',
      'Zz9_Zz9_Zz9_Zz9_1',
      'abc12345!',
      'ABC12345!',
      'Abcdefgh!',
      'Abc123456',
      'Abc 1234!',
      '',
      'Ａbc12345!',
      'Abc！defg',
    ],
  },
  nonNegativeInteger: {
    message: '只能填写非负整数',
    good: ['', '0', '12', '007', '99999999'],
    bad: ['-1', '1.0', '1.5', '+1', '１２', '1e3', ' 1', '1,000', '-', '-0'],
  },
};

describe.each(Object.entries(table) as [RuleName, Sample][])('rule %s', (name, { message, good, bad }) => {
  it('a validation rule has the message of the specification', () => {
    expect(rules[name].message).toBe(message);
  });

  it.each(good)('a validation rule accepts "%s"', (value) => {
    expect(rules[name].test(value)).toBe(true);
  });

  it.each(bad)('a validation rule refuses "%s"', (value) => {
    expect(rules[name].test(value)).toBe(false);
  });

  it('each validation rule is tested with at least four good and four bad samples', () => {
    expect(Math.min(good.length, bad.length)).toBeGreaterThanOrEqual(4);
  });

  it('each validation rule answers in linear time, whatever is pasted', () => {
    const start = process.cpuUsage();
    for (const piece of ['1', 'a', 'a-', '1.', '<', ' ', 'a@a.'])
      rules[name].test(`a validation rule: ${piece.repeat(5_000)}!`);
    // Seconds for an expression that backtracks, under a millisecond for one that does not.
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });
});

describe('table of samples', () => {
  it('the test table of validation rules has a row for every rule', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(rules).sort());
  });
});

describe('fields of telephones', () => {
  const texts = entities.flatMap(({ name, fields }) =>
    (Object.entries(fields) as [string, Field][]).flatMap(([key, field]) =>
      field.kind === 'text' && !field.readonly ? [{ of: `${name}.${key}`, label: field.label, rule: field.rule }] : [],
    ),
  );

  it('fields for a mobile number accept only mobile numbers, of all current prefixes, with the message of the specification', () => {
    // The one number of a person may be a landline.
    expect(texts.find(({ of }) => of === 'user.phone')?.rule).toBe('telephone');
    const mobiles = texts.filter(({ of, label }) => label.includes('手机') && of !== 'user.phone');
    expect(mobiles.map(({ of }) => of)).toEqual(expect.arrayContaining(['inspectUnit.mobile', 'unitContact.mobile']));
    for (const { of, rule } of mobiles) {
      const held = rule && rules[rule];
      expect([of, held?.message]).toEqual([of, '请输入正确的电话号码']);
      for (const good of table.mobile.good) expect([of, good, held?.test(good)]).toEqual([of, good, true]);
      for (const wrong of ['0571-88888888', '400-820-8820', '1380013800', '138001380000'])
        expect([of, wrong, held?.test(wrong)]).toEqual([of, wrong, false]);
      expect([of, held?.test('19912345678')]).toEqual([of, true]);
    }
  });

  it('fields for a landline accept it with and without area code', () => {
    const landlines = texts.filter(({ label }) => label === '固定电话');
    expect(landlines.map(({ of }) => of)).toContain('inspectUnit.landline');
    for (const { rule } of landlines) expect(rule).toBe('telephone');
  });
});
