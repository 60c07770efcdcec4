import type { CheckLine, CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { labelIn, projectPaper, type PaperHead, projectFacts } from '@contract/print/paperHead';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import { archiveTexts } from '../archiveTexts';
import type { ProjectQuality, SheetQuality } from '../archiveWire';

/**
 * Returns the verdict on one check of a record. A missing compulsory check always has a reason, because a record
 * can't be submitted without it.
 */
export function lineVerdict({ failed, unjudged, missing, compulsory, judged, open, reason }: CheckLine): {
  verdictText: string;
  tone: 'good' | 'bad' | 'waiting' | 'quiet';
} {
  const explainedSuffix = reason === null ? '' : '（已说明）';
  if (failed > 0 && open.length === 0) return { verdictText: '不合格', tone: 'bad' };
  if (unjudged > 0) return { verdictText: '未评价', tone: 'waiting' };
  if (missing > 0)
    return compulsory
      ? { verdictText: `缺${missing}个${explainedSuffix}`, tone: 'waiting' }
      : { verdictText: `建议${missing}个`, tone: 'quiet' };
  if (open.length > 0)
    return { verdictText: `${failed > 0 ? '低于规定' : '有复测'}${explainedSuffix}`, tone: 'waiting' };
  return judged > 0 ? { verdictText: '合格', tone: 'good' } : { verdictText: '不需要', tone: 'quiet' };
}

/** Lists the reasons for missing checks and the general remark of a record. */
export const reasonsOf = ({ lines, explanation }: CheckSummary): string[] => [
  ...lines.flatMap(({ title, open, reason }) =>
    open.length > 0 && reason !== null && reason !== explanation ? [`${title}：${reason}`] : [],
  ),
  ...(explanation?.trim() ? [explanation] : []),
];

const overallText = ({ summary }: SheetQuality): string =>
  summary.lines.length === 0
    ? '不单独记录'
    : summary.stops !== null
      ? '不符合要求'
      : summary.missing.length > 0
        ? '缺少的已说明'
        : '符合要求';

/** Returns a heading and the table of checks for each record. */
function sheetTables(sheets: ProjectQuality['sheets']): Block[] {
  return sheets.flatMap((sheet): Block[] => [
    { kind: 'heading', text: [sheet.sheetNo, sheet.hazardName, sheet.methodTitle].filter(Boolean).join('　') },
    {
      kind: 'table',
      title: sheet.sheetNo,
      columns: [
        { heading: '质控项目', least: 38 },
        { heading: '要求（个）', align: 'right' },
        { heading: '完成（个）', align: 'right' },
        { heading: '合格（个）', align: 'right' },
        { heading: '不合格（个）', align: 'right' },
        { heading: '复测（个）', align: 'right' },
        { heading: '结论', align: 'center', least: 22 },
      ],
      rows:
        sheet.summary.lines.length > 0
          ? sheet.summary.lines.map((checkLine) => [
              checkLine.title,
              String(checkLine.needed),
              String(checkLine.judged),
              String(checkLine.passed),
              String(checkLine.failed),
              String(checkLine.retested),
              lineVerdict(checkLine).verdictText,
            ])
          : [['该方法的质控不单独记录', '', '', '', '', '', '']],
    },
  ]);
}

/** Returns the table of judged blind samples (GBZ 331-2024 8.2.5.4); nothing where the project has none. */
const blindTable = (blinds: ProjectQuality['blinds']): Block[] =>
  blinds.length === 0
    ? []
    : [
        { kind: 'heading', text: '密码样' },
        {
          kind: 'table',
          title: '密码样',
          columns: [
            { heading: '样品编号', least: 34 },
            { heading: '类别', align: 'center' },
            { heading: '同批样品或质控样', least: 34 },
            { heading: '评价', least: 60 },
            { heading: '结论', align: 'center' },
          ],
          rows: blinds.map(({ sampleNo, blindKind, modelNo, material, judgement, outcome }) => [
            sampleNo,
            labelIn('blindKind', blindKind),
            blindKind === 'control' ? (material ?? '') : modelNo,
            judgement,
            labelIn('blindOutcome', outcome),
          ]),
        },
      ];

/** Returns the table of records with their analyst and verdict. */
const conclusionTable = (sheets: ProjectQuality['sheets']): Block => ({
  kind: 'table',
  title: '检测记录质控结论',
  columns: [
    { heading: '记录编号', least: 40 },
    { heading: '检测项目', least: 30 },
    { heading: '状态', align: 'center' },
    { heading: '检测人' },
    { heading: '质控结论', align: 'center', least: 24 },
  ],
  rows: sheets.map((sheet) => [
    sheet.sheetNo,
    sheet.hazardName,
    labelIn('recordState', sheet.state),
    sheet.analystName ?? '',
    overallText(sheet),
  ]),
});

/** Builds 质量控制汇总表: required, done and judged checks of each record (DOMAIN §5). */
export function qualityDocument(
  paperHead: PaperHead,
  { samples, blanks, sheets, blinds }: ProjectQuality,
): PrintDocument {
  const failedCount = sheets.filter(({ summary }) => summary.stops !== null).length;
  const remarks = sheets.flatMap(({ sheetNo, summary }) => reasonsOf(summary).map((reason) => `${sheetNo}：${reason}`));
  const tables = sheetTables(sheets);
  return projectPaper(paperHead, {
    title: archiveTexts.titles.quality,
    no: paperHead.project.code,
    blocks: [
      {
        kind: 'facts',
        label: '项目',
        pairs: 3,
        facts: [
          ...projectFacts(paperHead),
          { label: '样品', value: `${samples}个` },
          { label: '现场空白', value: `${blanks}个` },
          { label: '检测记录', value: `${sheets.length}份` },
        ],
      },
      conclusionTable(sheets),
      {
        kind: 'lines',
        lines: [
          failedCount > 0
            ? `共${sheets.length}份检测记录，其中${failedCount}份质控不符合要求。`
            : `共${sheets.length}份检测记录，质控均符合要求或已说明原因。`,
        ],
        bold: true,
      },
      ...tables,
      ...blindTable(blinds),
      ...(remarks.length > 0
        ? ([
            { kind: 'heading', text: '质控说明' },
            { kind: 'lines', lines: remarks },
          ] as const)
        : []),
    ],
    signers: [],
  });
}
