import { describe, expect, it } from 'vitest';
import { CFB } from 'xlsx';
import { readWorkbook } from '@server/workbook/readWorkbook';

// A workbook of 1997 by [MS-XLS], byte by byte: packages that write one write no runs.

const number = (value: number, bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256));
const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([number(type, 2), number(body.length, 2), body]);
};
const begin = (kind: number): Buffer =>
  record(0x809, number(0x600, 2), number(kind, 2), number(0x2000, 2), number(1997, 2), number(0, 4), number(0x600, 4));
const end = record(0x0a);
const font = ({ up = false, struck = false }: { up?: boolean; struck?: boolean }): Buffer =>
  record(
    0x31,
    number(200, 2),
    number(struck ? 8 : 0, 2),
    number(0x7fff, 2),
    number(400, 2),
    number(up ? 1 : 0, 2),
    number(0, 4),
    Buffer.from([5, 0]),
    Buffer.from('Arial'),
  );
type Run = readonly [from: number, font: number];
const shared = (text: string, runs: readonly Run[]): Buffer =>
  Buffer.concat([
    number(text.length, 2),
    Buffer.from([runs.length ? 9 : 1]),
    ...(runs.length ? [number(runs.length, 2)] : []),
    Buffer.from(text, 'utf16le'),
    ...runs.flatMap(([from, face]) => [number(from, 2), number(face, 2)]),
  ]);

/** Returns a sheet of one column; the texts are in one record, or continue in another from `cut` on. */
function workbook(texts: readonly (readonly [string, readonly Run[]])[], cut?: number): Uint8Array {
  const all = Buffer.concat([
    number(texts.length, 4),
    number(texts.length, 4),
    ...texts.map(([text, runs]) => shared(text, runs)),
  ]);
  // Within a text the continuation states its character width again.
  const table =
    cut === undefined
      ? record(0xfc, all)
      : Buffer.concat([record(0xfc, all.subarray(0, cut)), record(0x3c, Buffer.from([1]), all.subarray(cut))]);
  const fonts = [font({}), font({}), font({}), font({}), font({ up: true }), font({ struck: true })];
  const style = record(0xe0, Buffer.alloc(20));
  const name = Buffer.concat([Buffer.from([3, 0]), Buffer.from('Sht')]);
  const head = (offset: number): Buffer =>
    Buffer.concat([
      begin(5),
      record(0x42, number(1200, 2)),
      ...fonts,
      style,
      record(0x85, number(offset, 4), number(0, 2), name),
      table,
      end,
    ]);
  const sheet = Buffer.concat([
    begin(0x10),
    record(0x200, number(0, 4), number(texts.length, 4), number(0, 2), number(1, 2), number(0, 2)),
    ...texts.map((_, index) => record(0xfd, number(index, 2), number(0, 2), number(0, 2), number(index, 4))),
    end,
  ]);
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/Workbook', Buffer.concat([head(head(0).length), sheet]));
  return Uint8Array.from(CFB.write(file, { type: 'buffer' }) as Buffer);
}

const read = async (bytes: Uint8Array): Promise<string[]> =>
  (await readWorkbook(bytes, { fileName: '旧.xls' })).rows.map(({ cells }) => cells[0]?.text ?? '');

describe('old xls with superscript or struck-through text (FILE-8)', () => {
  // A font after the fourth is counted one higher: [MS-XLS] 2.5.129.
  const texts = [
    ['名称', []],
    [
      '1.2×103 mg/m3',
      [
        [6, 5],
        [7, 0],
        [12, 5],
      ],
    ],
    [
      '旧备注新备注',
      [
        [0, 6],
        [3, 0],
      ],
    ],
    ['商标TM', [[2, 5]]],
    ['平常', []],
  ] as const;

  it('an xls workbook keeps superscripts, and struck-through text is marked', async () => {
    expect(await read(workbook(texts))).toEqual(['1.2×10³ mg/m³', '（删除线：旧备注）新备注', '商标TM', '平常']);
  });

  it('an xls workbook with texts that continue in another record is read', async () => {
    // After the seventh letter of the second text.
    const before = 8 + shared('名称', []).length + 5 + 7 * 2;
    expect(await read(workbook(texts, before))).toEqual([
      '1.2×10³ mg/m³',
      '（删除线：旧备注）新备注',
      '商标TM',
      '平常',
    ]);
  });

  it('an xls workbook with damaged fonts is read without superscripts and strike-through', async () => {
    const bytes = workbook([
      ['名称', []],
      ['103', [[2, 400]]],
    ]);
    expect(await read(bytes)).toEqual(['103']);
  });
});
