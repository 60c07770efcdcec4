import { describe, expect, it } from 'vitest';
import {
  accreditationFor,
  markProblems,
  markTexts,
  type ReportAccreditation,
} from '@contract/features/reports/accreditationMark';
import type { ReportContent, ReportMethod } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { layOut } from '@contract/print/pageLayout';
import { reportOf } from '../../bench/reportPdf/content';

// 资质认定标志 on the report: number and picture, and the mark of what is outside the scope.

const number = '221112050286';
const method = (more: Partial<ReportMethod>): ReportMethod => ({
  hazardName: '苯',
  standardNo: 'GBZ/T 300.66-2017',
  title: '',
  instruments: [],
  minimum: null,
  samples: 1,
  sheetNo: '1',
  ...more,
});
const inside = method({ accredited: number });
const outside = method({ hazardName: '乙醇', outside: true });
const organization = { qualification: null, picture: null };

describe('what a report prints of the accredited scope', () => {
  it('a report has no accreditation mark if no scope list was entered', () => {
    expect(accreditationFor([method({})], organization)).toBeNull();
    expect(markProblems([method({})], null)).toEqual([]);
  });

  it('a report bears the accreditation mark and the certificate numbers if every own item is inside the scope', () => {
    const picture = { file: 'f', ratio: 1.5 };
    expect(accreditationFor([inside, inside], { ...organization, picture })).toEqual({
      mark: { number, picture },
      outside: [],
    });
    expect(accreditationFor([inside, method({ accredited: '2' })], organization)?.mark?.number).toBe(`${number}、2`);
    // What others tested neither earns nor forbids the mark; a record without day of test forbids it.
    const bought = method({ subcontracted: true });
    expect(accreditationFor([inside, bought], organization)?.mark?.number).toBe(number);
    expect(accreditationFor([inside, method({})], organization)?.mark).toBeNull();
    expect(accreditationFor([bought, outside], organization)?.mark).toBeNull();
  });

  it('the accreditation mark uses the organization’s certificate number only if it is an accreditation number; otherwise the number is reported as missing', () => {
    const unnumbered = [method({ accredited: '' })];
    const of = (qualification: string | null) => accreditationFor(unnumbered, { ...organization, qualification });
    expect(of(` ${number} `)?.mark?.number).toBe(number);
    for (const other of [null, '（浙）职卫技字〔2023〕第0286号']) {
      expect(of(other)?.mark).toBeNull();
      expect(markProblems(unnumbered, of(other))).toEqual([markTexts.noNumber]);
    }
    expect(markProblems([inside], accreditationFor([inside], organization))).toEqual([]);
    expect(markProblems([outside], accreditationFor([outside], organization))).toEqual([]);
  });

  it('a report with an item outside the scope bears no accreditation mark, and names the item', () => {
    expect(accreditationFor([inside, outside], organization)).toEqual({ mark: null, outside: ['乙醇'] });
  });
});

describe('the mark on paper', () => {
  const issued = { signers: [], issuedOn: '2026-11-26', verifyHref: 'https://example.com/x', seal: null };
  const report = reportOf(1);
  const drawn = (accreditation: ReportAccreditation | null, more: Partial<ReportContent> = {}) =>
    reportDocument({ ...report, ...more, ...(accreditation ? { accreditation } : {}) }, issued);
  const marked = (picture: { file: string; ratio: number } | null) => drawn({ mark: { number, picture }, outside: [] });

  it('the accreditation mark stands on the cover as the uploaded picture with its number, or as a line of text', () => {
    const pictured = JSON.stringify(marked({ file: 'f', ratio: 1.5 }).cover);
    expect(pictured).toContain(JSON.stringify({ source: 'f', ratio: 1.5, caption: number }));
    expect(pictured).not.toContain(markTexts.number(number));
    expect(JSON.stringify(marked(null).cover)).toContain(markTexts.number(number));
    expect(JSON.stringify(drawn({ mark: null, outside: [] }).cover)).not.toContain('CMA');
  });

  it('the cover with the accreditation mark stays one page, with and without QR code', () => {
    for (const picture of [{ file: 'f', ratio: 1.5 }, null])
      for (const verifyHref of ['https://example.com/x', null]) {
        const paper = reportDocument(
          { ...report, accreditation: { mark: { number, picture }, outside: [] } },
          { ...issued, verifyHref, seal: { source: 'data:,', ratio: 1 } },
        );
        const first = layOut(paper).pages[1]?.find((placed) => placed.kind === 'text');
        expect(first?.kind === 'text' && first.lines.join('')).toMatch(/^声/);
      }
  });

  it('a result outside the scope is marked in the tables; a report frozen before marks existed is drawn unchanged', () => {
    const [post] = report.results;
    if (!post) throw new Error('no post');
    const printed = (accreditation: ReportAccreditation | null, kind: ReportContent['kind'] = 'periodic') =>
      JSON.stringify(drawn(accreditation, { kind }).blocks);
    const starred = `"${post.hazardName}*"`;
    for (const kind of ['periodic', 'incoming'] as const)
      expect(printed({ mark: null, outside: [post.hazardName] }, kind)).toContain(starred);
    expect(printed({ mark: null, outside: [] })).not.toContain(starred);
    expect(printed(null)).toBe(printed({ mark: null, outside: [] }));
    expect(JSON.stringify(drawn(null).cover)).toBe(JSON.stringify(drawn({ mark: null, outside: [] }).cover));
  });
});
