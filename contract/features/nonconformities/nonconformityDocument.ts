import type { AnyRow } from '@contract/entity';
import { currentFace } from '@contract/print/paperEdition';
import { dayOf, labelIn, textOrEmpty } from '@contract/print/paperHead';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import type { TimelineStep } from '@contract/workflow/workflowWire';

interface NonconformityPaper {
  readonly agency: string;
  /** Row as the API returns it. */
  readonly row: AnyRow;
  readonly steps: readonly Pick<TimelineStep, 'move' | 'personName' | 'at' | 'label' | 'reason'>[];
}

/** Returns the data of the registration: number, kind, persons, project and days. */
function registrationBlock(row: AnyRow): Block {
  return {
    kind: 'facts',
    label: '登记',
    pairs: 2,
    facts: [
      { label: '编号', value: textOrEmpty(row.nonconformityNo) },
      { label: '类型', value: labelIn('nonconformityKind', row.nonconformityKind) },
      {
        label: '登记人',
        value: row.automatic ? `${textOrEmpty(row.createByName)}（系统登记）` : textOrEmpty(row.createByName),
      },
      { label: '登记时间', value: textOrEmpty(row.createTime).slice(0, 16) },
      { label: '项目', value: textOrEmpty(row.projectName) },
      { label: '检测记录', value: textOrEmpty(row.sheetName) },
      { label: '责任人', value: textOrEmpty(row.responsibleName) },
      { label: '要求完成日期', value: textOrEmpty(row.dueOn) },
      { label: '状态', value: labelIn('nonconformityState', row.state) },
      { label: '关闭时间', value: textOrEmpty(row.closedAt).slice(0, 16) },
    ],
  };
}

/** Builds 不符合项报告: finding, cause, action, verification and history. */
export function nonconformityDocument({ agency, row, steps }: NonconformityPaper): PrintDocument {
  const signedBy = (...moves: string[]) => {
    const step = steps.findLast(({ move }) => moves.includes(move));
    return { name: step?.personName ?? '', on: dayOf(step?.at) };
  };
  const section = (label: string, value: unknown): Block => ({
    kind: 'facts',
    label,
    pairs: 1,
    facts: [{ label, value: textOrEmpty(value), wide: true }],
  });
  return {
    title: '不符合项报告',
    ...currentFace,
    agency,
    corner: textOrEmpty(row.nonconformityNo),
    blocks: [
      registrationBlock(row),
      section('情况说明', row.description),
      section('原因分析', row.cause),
      section('对结果的影响', row.impact),
      section('纠正措施', row.action),
      section('验证情况', row.verification),
      {
        kind: 'table',
        title: '处理过程',
        columns: [
          { heading: '时间', least: 32 },
          { heading: '步骤', least: 28 },
          { heading: '办理人', least: 20 },
          { heading: '原因', least: 40 },
        ],
        rows: steps.map(({ at, label, personName, reason }) => [at.slice(0, 16), label, personName, reason ?? '']),
      },
    ],
    signers: [
      { label: '登记', name: textOrEmpty(row.createByName), on: dayOf(textOrEmpty(row.createTime)) },
      { label: '整改', ...signedBy('correct') },
      { label: '验证', ...signedBy('verify', 'dismiss') },
    ],
    foot: textOrEmpty(row.nonconformityNo),
  };
}
