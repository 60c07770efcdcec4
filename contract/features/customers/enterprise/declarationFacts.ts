import { verdictLabel, type Verdict } from '@contract/arithmetic/limits/resultJudgement';
import type { PrintDocument } from '@contract/print/printDocument';

// Data that an enterprise enters in its 职业病危害项目申报. The source is its latest valid report.

export interface DeclarationFact {
  readonly workshop: string | null;
  readonly post: string;
  readonly hazardName: string;
  readonly workers: number | null;
  readonly hours: string | null;
  readonly controls: string | null;
  /** Worst value of the post and hazard; null where not measured. */
  readonly result: {
    readonly text: string;
    readonly limit: string | null;
    readonly verdict: Verdict;
    readonly day: string;
  } | null;
}

export interface DeclarationFacts {
  readonly unitName: string;
  readonly creditCode: string | null;
  readonly address: string | null;
  readonly industry: string | null;
  readonly scale: string | null;
  readonly workers: number | null;
  readonly exposed: number | null;
  readonly agency: string;
  /** Latest valid report; null where there is none. */
  readonly report: { readonly reportNo: string; readonly issuedOn: string } | null;
  readonly rows: readonly DeclarationFact[];
}

export const factsHeadings = [
  '车间',
  '岗位',
  '危害因素',
  '接触人数',
  '接触时间',
  '防护设施',
  '检测结果',
  '接触限值',
  '判定',
  '检测日期',
] as const;

/** Returns the rows for the workbook and the printed sheet. */
export const factsLines = ({ rows }: Pick<DeclarationFacts, 'rows'>): string[][] =>
  rows.map(({ workshop, post, hazardName, workers, hours, controls, result }) => [
    workshop ?? '',
    post,
    hazardName,
    workers === null ? '' : String(workers),
    hours ?? '',
    controls ?? '',
    result?.text ?? '',
    result?.limit ?? '',
    result ? verdictLabel(result.verdict) : '未检测',
    result?.day ?? '',
  ]);

/** Returns the printable sheet 职业病危害项目申报资料 from the facts of a unit. */
export function factsDocument(facts: DeclarationFacts): PrintDocument {
  const fact = (name: string, value: string | number | null, wide = false) => ({
    label: name,
    value: value === null ? '' : String(value),
    wide,
  });
  return {
    title: '职业病危害项目申报资料',
    agency: facts.agency,
    corner: facts.report ? `依据报告 ${facts.report.reportNo}` : '',
    signers: [],
    blocks: [
      {
        kind: 'facts',
        label: '用人单位',
        pairs: 2,
        facts: [
          fact('用人单位', facts.unitName, true),
          fact('统一社会信用代码', facts.creditCode),
          fact('所属行业', facts.industry),
          fact('企业规模', facts.scale),
          fact('职工总数', facts.workers),
          fact('接触人数', facts.exposed),
          fact('工作场所地址', facts.address, true),
        ],
      },
      {
        kind: 'table',
        title: '接触职业病危害因素情况',
        columns: factsHeadings.map((heading) => ({ heading, align: 'center' as const })),
        rows: factsLines(facts),
      },
      { kind: 'lines', lines: ['本资料摘自有效的检测报告，供填报申报系统时使用；申报内容以用人单位如实填报为准。'] },
    ],
    foot: facts.report ? `${facts.report.reportNo}　${facts.report.issuedOn}` : '',
  };
}
