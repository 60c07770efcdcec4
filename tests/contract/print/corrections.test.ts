import { describe, expect, it } from 'vitest';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import type { PrintedRecord } from '@contract/features/laboratory/paper/recordParts';
import { bindDocuments, boundPageNumber } from '@contract/print/bindDocuments';
import { pageNumberText } from '@contract/print/pageHeaderAndFooter';
import { layOut } from '@contract/print/pageLayout';
import { type Cell, hintOf, struckOf, type TableBlock, textOf } from '@contract/print/printDocument';
import { withGivenReasons, oldValuesOf, withCorrections } from '@contract/print/recordCorrections';
import { cellLinesOf } from '@contract/print/textMetrics';
import { exampleFor, printedRecord } from '../../support/printedRecords';
import { noCorrections } from '../../support/printedRecords';

const edit = (before: Record<string, unknown>, after: Record<string, unknown>, reason: string | null = null) => ({
  person: '李检测',
  at: '2026-11-20 10:12:00',
  reason,
  before,
  after,
});

describe('old values from the audit trail', () => {
  it('the audit trail yields the replaced values of a field in order, with person, time and reason', () => {
    const old = oldValuesOf([
      edit({ peak: null }, { peak: '12.4' }),
      edit({ peak: '12.4' }, { peak: '12.6' }, '读数抄错'),
      edit({ peak: '12.6' }, { peak: null }),
    ]);
    expect(old).toEqual({
      peak: [
        { text: '12.4', by: '原值12.4，李检测于2026-11-20 10:12:00改为12.6，原因：读数抄错' },
        { text: '12.6', by: '原值12.6，李检测于2026-11-20 10:12:00删去' },
      ],
    });
  });

  it('the audit trail yields the old values of a field with several values one by one', () => {
    const old = oldValuesOf([
      edit({ conditions: { 色谱柱: 'DB-1', 柱温: '50℃' } }, { conditions: { 色谱柱: 'DB-WAX', 柱温: '50℃' } }),
    ]);
    expect(Object.keys(old)).toEqual(['conditions.色谱柱']);
  });
});

describe('reason of a correction', () => {
  const edit = (at: string, reason: string | null = null) => ({ person: '李检测', at, reason, before: {}, after: {} });

  it('the reason of a correction comes from the edit itself, else from the last earlier edit that has a reason', () => {
    const given = [
      { at: '2026-11-20 09:00:00', reason: '峰面积与谱图不一致' },
      { at: '2026-11-22 09:00:00', reason: '更正稀释倍数' },
    ];
    const edits = withGivenReasons(
      [
        edit('2026-11-19 10:00:00'),
        edit('2026-11-20 09:00:00'),
        edit('2026-11-21 10:00:00', '笔误'),
        edit('2026-11-23 10:00:00'),
      ],
      given,
    );
    expect(edits.map(({ reason }) => reason)).toEqual([null, '峰面积与谱图不一致', '笔误', '更正稀释倍数']);
  });
});

describe('corrected value on paper', () => {
  const corrected: Cell = { text: '12.6', raw: '12.604', struck: [{ text: '12.4', by: '原值12.4' }] };

  it('a corrected value on paper stands after its struck-out old value if there is room, else below it', () => {
    expect(cellLinesOf(corrected, 40, { size: 9 })).toEqual({ lines: ['12.4 12.6'], struck: ['12.4'] });
    expect(cellLinesOf(corrected, 8, { size: 9 })).toEqual({ lines: ['12.4', '12.6'], struck: ['12.4', ''] });
    expect(hintOf(corrected)).toBe('12.604\n原值12.4');
  });

  it('a corrected value on paper is struck out wherever the record shows it: reading, header, condition or check', () => {
    const base = printedRecord(exampleFor('gasChromatography', 'solvent'));
    const [row] = base.work.rows;
    const [check] = base.parts.checks;
    const struck = [{ text: '77.7', by: '原值77.7' }];
    const [condition = ''] = Object.keys(base.work.sheet.conditions ?? {});
    const record: PrintedRecord = {
      ...base,
      parts: {
        ...base.parts,
        corrections: {
          ...noCorrections,
          sheet: { envTemperature: struck, [`conditions.${condition}`]: struck },
          rows: { [row?.id ?? 0]: { frontResponse: struck } },
          checks: { [check?.id ?? 0]: { 'values.response': struck, 'values.first': struck } },
        },
      },
    };
    const { blocks } = recordDocument(record, false);
    const factOf = (label: string) =>
      blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])).find((fact) => fact.label === label);
    expect(struckOf(factOf('环境温度')?.value ?? '')).toEqual(struck);
    expect(struckOf(factOf(condition)?.value ?? '')).toEqual(struck);
    const tables = blocks.filter((block): block is TableBlock => block.kind === 'table');
    const inTable = (title: string) =>
      tables
        .find((table) => table.title === title)
        ?.rows.flat()
        .filter((cell) => struckOf(cell).length > 0) ?? [];
    expect(inTable(labPreviewTexts.samples).map(textOf)).toEqual([row?.readings['frontResponse']]);
    expect(
      tables.flatMap(({ rows }) => rows.flat()).filter((cell) => struckOf(cell).length > 0).length,
    ).toBeGreaterThan(1);
    expect(
      layOut(recordDocument(record, false))
        .pages.flat()
        .some(
          (placed) =>
            placed.kind === 'table' &&
            placed.rows.some(({ cells }) => cells.some((cell) => cell.struck?.includes('77.7'))),
        ),
    ).toBe(true);
  });

  it('a corrected value on paper is explained once at the end of the paper: person, time, reason and row', () => {
    const cell = {
      text: '12.6',
      struck: [{ text: '12.4', by: '原值12.4，李检测于2026-11-20 10:12:00改为12.6，原因：读数抄错' }],
    };
    const facts = {
      kind: 'facts',
      label: '记录信息',
      pairs: 3,
      facts: [
        { label: '环境温度', value: cell },
        { label: '相对湿度', value: '51' },
      ],
    } as const;
    const rows: Cell[][] = [
      ['1', 'S-0101', cell, ''],
      ['2', 'S-0102', { text: '9', struck: [{ text: '8', by: '人工修正：8改为9' }] }, '人工修正：8改为9'],
    ];
    const table = {
      kind: 'table',
      title: '样品',
      columns: ['序号', '样品编号', '峰面积', '备注'].map((heading) => ({ heading })),
      rows,
    } as const;
    expect(withCorrections([facts, table]).slice(2)).toMatchObject([
      { lines: ['更正说明'], keepWithNext: true },
      { lines: [`环境温度：${cell.struck[0]?.by}`, `S-0101 峰面积：${cell.struck[0]?.by}`] },
    ]);
    expect(withCorrections([{ ...table, rows: [['1', 'S-0101', '12.6', '']] }])).toHaveLength(1);
  });

  it('a manual result on paper stands beside the struck-out calculated result', () => {
    const base = printedRecord(exampleFor('gasChromatography', 'solvent'), { rows: 1 });
    const [row] = base.work.rows;
    if (!row) throw new Error('a row');
    const record = {
      ...base,
      work: {
        ...base.work,
        rows: [{ ...row, reportText: '57.0', overrideText: '57.0', overrideReason: '稀释倍数更正' }],
      },
    };
    const cell = recordDocument(record, false)
      .blocks.flatMap((block) =>
        block.kind === 'table' && block.title === labPreviewTexts.samples ? block.rows.flat() : [],
      )
      .find((one) => struckOf(one).length > 0);
    expect([textOf(cell ?? ''), struckOf(cell ?? '')[0]?.text]).toEqual(['57.0', row.computed['reported']]);
    expect(hintOf(cell ?? '')).toContain('稀释倍数更正');
  });
});

describe('bound papers', () => {
  it('papers bound into one file keep their own page numbers and get continuous page numbers as well', () => {
    const parts = [
      layOut(recordDocument(printedRecord(exampleFor('dust', 'main'), { rows: 60 }), false)),
      layOut(recordDocument(printedRecord(exampleFor('gasChromatography', 'solvent')), false)),
    ];
    const all = bindDocuments(parts).flatMap(({ pages }) => pages);
    expect(all.length).toBe((parts[0]?.pages.length ?? 0) + (parts[1]?.pages.length ?? 0));
    for (const [at, page] of all.entries())
      expect(page.flatMap((placed) => (placed.kind === 'text' ? placed.lines : []))).toContain(
        boundPageNumber(at + 1, all.length),
      );
    const [first] = bindDocuments(parts).at(-1)?.pages ?? [];
    expect(first?.flatMap((placed) => (placed.kind === 'text' ? placed.lines : []))).toContain(
      pageNumberText(1, parts[1]?.pages.length ?? 0),
    );
  });
});
