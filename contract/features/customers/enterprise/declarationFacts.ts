import { verdictLabel, type Verdict } from '@contract/arithmetic/limits/resultJudgement';
import { currentFace } from '@contract/print/paperEdition';
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
export function factsDocument(declarationFacts: DeclarationFacts): PrintDocument {
  const factOf = (name: string, value: string | number | null, isWide = false) => ({
    label: name,
    value: value === null ? '' : String(value),
    wide: isWide,
  });
  return {
    title: '职业病危害项目申报资料',
    ...currentFace,
    agency: declarationFacts.agency,
    corner: declarationFacts.report ? `依据报告 ${declarationFacts.report.reportNo}` : '',
    signers: [],
    blocks: [
      {
        kind: 'facts',
        label: '用人单位',
        pairs: 2,
        facts: [
          factOf('用人单位', declarationFacts.unitName, true),
          factOf('统一社会信用代码', declarationFacts.creditCode),
          factOf('所属行业', declarationFacts.industry),
          factOf('企业规模', declarationFacts.scale),
          factOf('职工总数', declarationFacts.workers),
          factOf('接触人数', declarationFacts.exposed),
          factOf('工作场所地址', declarationFacts.address, true),
        ],
      },
      {
        kind: 'table',
        title: '接触职业病危害因素情况',
        columns: factsHeadings.map((heading) => ({ heading, align: 'center' as const })),
        rows: factsLines(declarationFacts),
      },
      { kind: 'lines', lines: ['本资料摘自有效的检测报告，供填报申报系统时使用；申报内容以用人单位如实填报为准。'] },
    ],
    foot: declarationFacts.report ? `${declarationFacts.report.reportNo}　${declarationFacts.report.issuedOn}` : '',
  };
}
