import { describe, expect, it } from 'vitest';
import { detailFields } from '@/listEditor/columns/detailFields';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';

const row = { id: 1, version: 1, createTime: '2026-11-27 10:00:00', report: 7, reportNo: 'JC-1', times: 1 };

describe('fields of a row in its details', () => {
  it('the details of a row leave out a stored text that repeats the name of the row it belongs to', () => {
    const shown = detailFields(reportHandOut, { ...row, reportName: 'JC-1' });
    expect(shown).toContain('report');
    expect(shown).not.toContain('reportNo');
  });

  it('the details of a row keep a stored text that differs from the name of the row it belongs to', () => {
    expect(detailFields(reportHandOut, { ...row, reportName: 'JC-1-G1' })).toEqual(Object.keys(reportHandOut.fields));
    expect(detailFields(reportHandOut, row)).toContain('reportNo');
  });
});
