import { expect, it } from 'vitest';
import type { Entity } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { standardNosIn } from '@contract/features/library/accreditationScope';
import { accreditedItem } from '@contract/features/library/entities/accreditedItem';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { reagent } from '@contract/features/stock/entities/reagent';
import { defaultMax } from '@contract/field';
import { entities as allEntities } from '@contract/subjects';
import { buildTable } from '@contract/workbook/mapping/buildTable';
import { guessColumns } from '@contract/workbook/mapping/guessMapping';
import { parseListText } from '@contract/workbook/mapping/looseCell';
import { type RawSheet, withShortTexts } from '@contract/workbook/mapping/rawSheet';
import { maxCellLength, outcomeOf } from '@contract/workbook/readCell';
import { type Lookups, type RawCell, sheetColumns } from '@contract/workbook/sheetCells';
import { similarLabels } from '@contract/workbook/similarLabels';

// Cells of a person's own list are read by patterns. Excel allows 32,767 characters in one: no pattern may take
// quadratic time over them, because the server would answer nobody meanwhile.

const length = 32_000;
const hostileTexts: readonly string[] = [
  `2023${' '.repeat(length)}x`,
  '2023-01-01、'.repeat(length / 11),
  `${'.'.repeat(length)}x`,
  `${'1'.repeat(length)}x`,
  '一'.repeat(length),
  `有效期:${','.repeat(length)}`,
  `GBZ${' '.repeat(length)}`,
  '张三 138 '.repeat(length / 7),
];
const entities: readonly Entity[] = [accreditedItem, inspectUnit, labMethod, reagent];
const cases = entities.flatMap((entity) =>
  hostileTexts.map((text) => [entity.label, `${text.slice(0, 8).trim()}…`, entity, text] as const),
);

const cellOf = (text: string): RawCell => ({ kind: 'text', text, value: text });
const lookups: Lookups = { dict: () => [], ref: () => null };

it.each(cases)('a list of %s whose cells are %s of 32,000 characters is read in less than 2 s (SEC-1)', (...given) => {
  const [, , entity, text] = given;
  const columns = sheetColumns(entity);
  const sheet: RawSheet = {
    sheetName: '清单',
    rows: [
      { line: 1, cells: [cellOf(text)] },
      { line: 2, cells: columns.map(({ header }) => cellOf(header)) },
      { line: 3, cells: columns.map(() => cellOf(text)) },
    ],
    merges: [],
    sheets: [],
  };
  const started = process.cpuUsage();
  guessColumns(entity, withShortTexts(sheet), lookups, { first: 2, last: 2 });
  const places = Object.fromEntries(columns.map(({ header }, index) => [header, index]));
  const parts = buildTable(entity, sheet, {
    head: { first: 2, last: 2 },
    columns: places,
    fixed: {},
    joined: {},
    restToRemark: false,
    repeated: [],
    aliases: {},
  });
  while (!parts.next().done);
  for (const column of columns) parseListText(entity, column, text, {});
  standardNosIn(text);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(2000);
});

const everyText = entities.flatMap((entity) =>
  sheetColumns(entity).map(({ header, field }) => [entity.label, header, field] as const),
);

it.each(everyText)(
  'a cell of 32,000 blanks between two letters is refused for %s %s by its length alone (SEC-3)',
  (...given) => {
    const [, , field] = given;
    const text = `a${'　'.repeat(length)}b`;
    const unasked: Lookups = {
      dict: () => expect.fail('a dictionary was searched'),
      ref: () => expect.fail('a row was searched'),
      near: () => expect.fail('similar rows were searched'),
    };
    if (field.kind === 'refs') return;
    expect(outcomeOf(field, text, text, unasked)).toEqual({
      error: expect.stringMatching(/^.+不能超过\d+个字$/) as unknown,
    });
  },
);

it('every field of an import takes less than the longest cell that is read', () => {
  const imports = allEntities.filter(({ sheet }) => sheet !== undefined);
  const longest = imports.flatMap(({ label, sheet = [], fields }) =>
    sheet.flatMap((name) => {
      const field = fields[name];
      const max =
        field?.kind === 'text' || field?.kind === 'longText' || field?.kind === 'richText'
          ? (field.max ?? defaultMax[field.kind])
          : 0;
      return max < maxCellLength ? [] : [`${label} ${field?.label}`];
    }),
  );
  expect(imports.length).toBeGreaterThan(20);
  expect(longest).toEqual([]);
});

it('an unknown name is compared with 5,000 titles without reading it again for each (SEC-3)', () => {
  const titles = Array.from({ length: 5000 }, (_, index) => `第${index}号（二厂）化工有限公司`);
  const time = (text: string) => {
    const started = process.cpuUsage();
    similarLabels(text, titles);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  time('甲');
  expect(time('甲　乙'.repeat(100))).toBeLessThan(3 * time('甲') + 100_000);
});
