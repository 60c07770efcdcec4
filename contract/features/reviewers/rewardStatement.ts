import type { AnyRow } from '@contract/entity';
import { currentFace } from '@contract/print/paperEdition';
import { labelIn } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import { outsideTexts } from './reviewerTexts';

export interface StatementFacts {
  readonly agency: string;
  /** Rows as the API returns them. */
  readonly settlement: AnyRow;
  readonly fees: readonly AnyRow[];
  readonly confirmed: { readonly name: string; readonly on: string } | null;
  readonly paid: { readonly name: string; readonly on: string } | null;
  readonly madeBy: { readonly name: string; readonly on: string };
}

export const statementHeadings = [
  '费用编号',
  '发生日期',
  '费用类别',
  '任务',
  '项目',
  '计费说明',
  '金额（元）',
] as const;

const textOrEmpty = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);

/** Returns the lines of a statement, for workbook and print. */
export const statementLines = (fees: readonly AnyRow[]): string[][] =>
  fees.map((fee) => [
    textOrEmpty(fee.feeNo),
    textOrEmpty(fee.feeOn),
    labelIn('outsideFeeKind', textOrEmpty(fee.feeKind)),
    textOrEmpty(fee.taskName),
    textOrEmpty(fee.projectName),
    textOrEmpty(fee.explanation),
    textOrEmpty(fee.amount),
  ]);

/** Builds 第三方质控费用结算单: payee, period, fees, and the people who created, confirmed and paid it. */
export function statementDocument({
  agency,
  settlement,
  fees,
  confirmed,
  paid,
  madeBy,
}: StatementFacts): PrintDocument {
  const fact = (label: string, value: unknown, wide = false) => ({ label, value: textOrEmpty(value), wide });
  return {
    title: outsideTexts.statement,
    ...currentFace,
    agency,
    corner: textOrEmpty(settlement.settlementNo),
    blocks: [
      {
        kind: 'facts',
        label: '结算',
        pairs: 2,
        facts: [
          fact('结算单号', settlement.settlementNo),
          fact('检查人', settlement.reviewerName),
          fact('费用期间', `${textOrEmpty(settlement.fromOn)} 至 ${textOrEmpty(settlement.untilOn)}`),
          fact('状态', labelIn('settlementState', textOrEmpty(settlement.state))),
          fact('费用笔数', `${textOrEmpty(settlement.feeCount)}笔`),
          fact('结算金额', `${textOrEmpty(settlement.total)}元`),
          ...(settlement.remark ? [fact('备注', settlement.remark, true)] : []),
        ],
      },
      {
        kind: 'table',
        title: '费用明细',
        columns: statementHeadings.map((heading) => ({
          heading,
          ...(heading === '金额（元）'
            ? { align: 'right' as const, least: 18 }
            : heading === '计费说明'
              ? { least: 50 }
              : {}),
        })),
        rows: [...statementLines(fees), ['合计', '', '', '', '', '', textOrEmpty(settlement.total)]],
      },
    ],
    signers: [
      { label: '制单', ...madeBy },
      { label: '检查人确认', ...(confirmed ?? { name: '', on: '' }) },
      { label: '支付登记', ...(paid ?? { name: '', on: '' }) },
    ],
    foot: textOrEmpty(settlement.settlementNo),
  };
}
