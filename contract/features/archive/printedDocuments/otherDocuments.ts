import type { Row } from '@contract/entity';
import { curveBlocks } from '@contract/features/laboratory/paper/curveBlocks';
import { formOf } from '@contract/features/laboratory/paper/labRecordDocument';
import type { PrintedRecord } from '@contract/features/laboratory/paper/recordParts';
import type { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { dayOf, labelIn, projectPaper, type PaperHead, projectFacts, textOrEmpty } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import { archiveTexts } from '../archiveTexts';

type FiledNonconformity = Row<typeof nonconformity> & { readonly closedByName?: string | null };

/** Builds 不符合项处理记录: the deviation and the action taken (ISO/IEC 17025 7.10). */
export function nonconformityDocument(paperHead: PaperHead, rows: readonly FiledNonconformity[]): PrintDocument {
  return projectPaper(paperHead, {
    title: archiveTexts.titles.nonconformity,
    no: paperHead.project.code,
    blocks: [
      { kind: 'facts', label: '项目', pairs: 3, facts: projectFacts(paperHead) },
      {
        kind: 'table',
        title: archiveTexts.titles.nonconformity,
        columns: [
          { heading: '编号', least: 30 },
          { heading: '类型', least: 20 },
          { heading: '情况说明', least: 50 },
          { heading: '处理措施', least: 40 },
          { heading: '状态', align: 'center' },
          { heading: '关闭人' },
          { heading: '关闭日期', align: 'center' },
        ],
        rows: rows.map((row) => [
          row.nonconformityNo ?? '',
          labelIn('nonconformityKind', row.nonconformityKind),
          row.description,
          textOrEmpty(row.action),
          labelIn('nonconformityState', row.state),
          textOrEmpty(row.closedByName),
          dayOf(row.closedAt),
        ]),
      },
    ],
    signers: [],
  });
}

/** Builds the paper of a curve alone. It equals the print of the curve on the records that use it. */
export function curveDocument(paperHead: PaperHead, record: PrintedRecord): PrintDocument {
  const { curve } = record.work;
  const signer = (label: string, move: string) => {
    const signature = signedBy(record.parts.curveSteps, [move]);
    return { label, name: signature?.name ?? '', on: signature?.on ?? '' };
  };
  return projectPaper(paperHead, {
    title: '标准曲线',
    no: curve?.curveNo ?? '',
    blocks: [
      {
        kind: 'facts',
        label: '方法',
        pairs: 1,
        facts: [
          { label: '检测项目', value: record.work.sheet.hazardName ?? '', wide: true },
          { label: '检测依据', value: `${record.work.method.standardNo}　${record.work.method.title}`, wide: true },
        ],
      },
      ...curveBlocks(formOf(record), record),
    ],
    signers: [signer('绘制人', 'submit'), signer('审核人', 'approve')],
  });
}

const reportFields = [
  'title',
  'unitName',
  'reportNo',
  'reportDate',
  'address',
  'leader',
  'team',
  'surveyors',
  'samplers',
  'testers',
  'companion',
  'conclusion',
  'publishTime',
  'withdrawTime',
  'withdrawReason',
] as const;

/** Builds 报告公示记录: the published content and the day of publication. */
export function noticeDocument(paperHead: PaperHead, notice: Row<typeof reportFormula>): PrintDocument {
  return projectPaper(paperHead, {
    title: archiveTexts.titles.notice,
    no: paperHead.project.code,
    blocks: [
      {
        kind: 'facts',
        label: '公示',
        pairs: 1,
        facts: [
          { label: '公示状态', value: labelIn('reportPublicity', notice.status), wide: true },
          ...reportFields.flatMap((name) =>
            notice[name] ? [{ label: reportFormula.fields[name].label, value: String(notice[name]), wide: true }] : [],
          ),
        ],
      },
    ],
    signers: [],
  });
}
