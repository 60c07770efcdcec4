import { describe, expect, it } from 'vitest';
import { exceededIn, matchPapers, paperKey } from '@contract/features/reports/historyPapers';

describe('papers of reports from before', () => {
  const reports = [
    { id: 1, reportNo: '浙正检字〔2023〕第0001号', fileName: '报告PDF/浙正检字〔2023〕第0001号.pdf', paper: null },
    { id: 2, reportNo: 'JC-2024-7', fileName: '扫描件0007.pdf', paper: 'there' },
  ];

  it('a scanned old report is matched to an imported report by its report number or by the file name in the list', () => {
    expect(matchPapers(['浙正检字[2023]第0001号.PDF', '2024/扫描件0007.pdf', '别的.pdf'], reports)).toEqual([
      {
        name: '浙正检字[2023]第0001号.PDF',
        report: 1,
        reportNo: '浙正检字〔2023〕第0001号',
        hasFile: false,
        isDuplicate: false,
      },
      { name: '2024/扫描件0007.pdf', report: 2, reportNo: 'JC-2024-7', hasFile: true, isDuplicate: false },
      { name: '别的.pdf', report: null, reportNo: null, hasFile: false, isDuplicate: false },
    ]);
  });

  it('of several scanned files for one imported report, the first is taken', () => {
    expect(matchPapers(['JC-2024-7.pdf', '扫描件0007.pdf'], reports).map(({ isDuplicate }) => isDuplicate)).toEqual([
      false,
      true,
    ]);
  });

  it('a scanned old report is matched by a report number within a longer file name, if it is the whole number', () => {
    const numbered = [
      ...reports,
      { id: 3, reportNo: 'JC-2024-71', fileName: null, paper: null },
      { id: 4, reportNo: '12', fileName: null, paper: null },
    ];
    const matched = (name: string) => matchPapers([name], numbered)[0]?.report ?? null;
    expect(matched('浙正检字〔2023〕第0001号 湖州金盛印染股份有限公司.pdf')).toBe(1);
    expect(matched('湖州金盛印染（浙正检字（2023）第0001号）盖章版.pdf')).toBe(1);
    expect(matched('JC-2024-71杭州泰民建材2024.pdf')).toBe(3);
    expect(matched('JC2024-7_某公司.pdf')).toBe(2);
    expect(matched('JC-2024-72某公司.pdf')).toBeNull();
    expect(matched('JC-2024-7-1某公司.pdf')).toBeNull();
    expect(matched('XJC-2024-7某公司.pdf')).toBeNull();
    expect(matched('JC-2024-71和浙正检字〔2023〕第0001号.pdf')).toBeNull();
    expect(matched('第12页.pdf')).toBeNull();
    expect(matched('2024-7.pdf')).toBeNull();
  });

  it('a scanned old report whose file has just its number is taken before one that contains the number', () => {
    expect(matchPapers(['JC-2024-7 封面.pdf', 'JC-2024-7.pdf'], reports).map(({ isDuplicate }) => isDuplicate)).toEqual(
      [true, false],
    );
  });

  it('file names of scanned old reports are compared without folder, ending and kind of brackets', () => {
    expect(paperKey('a/浙检（２０２３） 第1号.pdf')).toBe(paperKey('浙检〔2023〕第1号'));
  });

  it('the conclusion of an imported old report yields the factors that exceeded: 苯、甲苯浓度超标 gives 苯、甲苯', () => {
    expect(exceededIn('噪声超标')).toBe('噪声');
    expect(exceededIn('苯、甲苯浓度超标，其余合格')).toBe('苯、甲苯');
    expect(exceededIn('苯和噪声超标')).toBe('苯、噪声');
    expect(exceededIn('二硫化碳超标、噪声超标')).toBe('二硫化碳、噪声');
    expect(exceededIn('苯超标，甲苯合格，噪声强度超标')).toBe('苯、噪声');
    expect(exceededIn('除噪声超标外均合格')).toBe('噪声');
    expect(exceededIn('不合格：电焊烟尘、锰及其化合物')).toBe('电焊烟尘、锰及其化合物');
    expect(exceededIn('合格')).toBeNull();
    expect(exceededIn('未超标')).toBeNull();
    expect(exceededIn('各点均未超标')).toBeNull();
    expect(exceededIn(null)).toBeNull();
  });
});
