import { describe, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { text } from '@contract/field';
import { peopleIn, peopleOfCells, peopleText } from '@contract/fields/peopleInCell';
import { guessColumns } from '@contract/workbook/mapping/guessMapping';
import { cellText } from '@contract/workbook/sheetCells';
import { shapeTable } from '../support/shapeTable';

const person = (name: string, more: object = {}) => ({
  name,
  post: '',
  mobile: '',
  landline: '',
  email: '',
  morePhones: [],
  ...more,
});

describe('people of one cell', () => {
  it.each([
    ['张经理', [person('张经理')]],
    ['张三、李四', [person('张三'), person('李四')]],
    [
      '王伟（安全科长）13812345678；李娜 0571-88881234',
      [person('王伟', { post: '安全科长', mobile: '13812345678' }), person('李娜', { landline: '0571-88881234' })],
    ],
    ['王伟13812345678/0571-88888888', [person('王伟', { mobile: '13812345678', landline: '0571-88888888' })]],
    [
      '李四：13900000000，13700000000，lisi@example.com',
      [person('李四', { mobile: '13900000000', morePhones: ['13700000000'], email: 'lisi@example.com' })],
    ],
    ['王伟 138 1234 5678\n欧阳 娜娜', [person('王伟', { mobile: '13812345678' }), person('欧阳 娜娜')]],
    ['0571-88888888', []],
  ])('the people of one cell are split into names, telephones and e-mail: %j', (given, people) => {
    expect(peopleIn(given)).toEqual(people);
    expect(peopleIn(peopleText(people))).toEqual(people);
  });

  it('imported people named in one cell get the telephones of the next cell in order; with fewer telephones the first people get them', () => {
    expect(peopleOfCells('张三、李四', '13812345678/0571-88881234')).toEqual([
      person('张三', { mobile: '13812345678' }),
      person('李四', { landline: '0571-88881234' }),
    ]);
    expect(peopleOfCells('张三、李四', '13812345678')).toEqual([
      person('张三', { mobile: '13812345678' }),
      person('李四'),
    ]);
    expect(peopleOfCells('张三', '13812345678/0571-88881234')).toBeNull();
  });
});

describe('a list with several people in a cell', () => {
  const shaped = (head: string[], ...rows: string[][]) => {
    const cellsOf = (texts: string[]) =>
      texts.map((text) =>
        text === ''
          ? ({ kind: 'empty', text: '', value: null } as const)
          : ({ kind: 'text', text: text, value: text } as const),
      );
    const sheet = {
      sheetName: '客户',
      sheets: [],
      merges: [],
      rows: [head, ...rows].map((texts, index) => ({ line: index + 1, cells: cellsOf(texts) })),
    };
    const guessed = guessColumns(inspectUnit, sheet, { dict: () => [] });
    if (!guessed) throw new Error('no head');
    const { table } = shapeTable(inspectUnit, sheet, {
      head: guessed.head,
      columns: guessed.columns,
      fixed: {},
      joined: guessed.joined,
      repeated: [],
      aliases: {},
    });
    return table.rows.map(({ cells }) =>
      Object.fromEntries(
        table.header.flatMap((header, index) => {
          const cell = cells[index];
          const held = cell ? cellText(cell, text('')) : '';
          return held ? [[header, held]] : [];
        }),
      ),
    );
  };

  it('the import gives the first person of a cell to the enterprise and the others to its list of people', () => {
    expect(
      shaped(
        ['企业名称', '联系人', '联系电话'],
        ['甲厂', '王伟、李娜', '13812345678、0571-88881234'],
        ['乙厂', '赵强', '13912345678'],
      ),
    ).toEqual([
      { 单位名称: '甲厂', 联系人: '王伟', 手机号码: '13812345678', 其他联系人: '李娜 0571-88881234' },
      { 单位名称: '乙厂', 联系人: '赵强', 手机号码: '13912345678' },
    ]);
  });

  it('the import finds telephones written beside the names if the sheet has no telephone column', () => {
    expect(
      shaped(
        ['企业名称', '联系人', '地址'],
        ['甲厂', '王伟（厂长）13812345678；李娜 13712345678', '西湖路1号'],
        ['乙厂', '赵强', '西湖路2号'],
      ),
    ).toEqual([
      {
        单位名称: '甲厂',
        联系人: '王伟',
        手机号码: '13812345678',
        其他联系人: '李娜 13712345678',
        工作场所地址: '西湖路1号',
      },
      { 单位名称: '乙厂', 联系人: '赵强', 工作场所地址: '西湖路2号' },
    ]);
  });
});
