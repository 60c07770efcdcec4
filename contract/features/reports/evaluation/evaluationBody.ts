import type { Block } from '@contract/print/printDocument';
import {
  limitTable,
  methodTable,
  peopleFacts,
  resultSheetHead,
  surveyTable,
  unitFacts,
  weatherTable,
} from '../paper/reportTables';
import { reportColumn, reportHeading, reportParagraphs, reportTable } from '../reportBlocks';
import type { ReportContent, WrittenSection } from '../reportContent';
import { judgedBlocks, sampleBlocks, workingBlocks } from '../reportResults';
import type { EvaluationPart, ReportEvaluation } from './evaluationContent';

// Chapters of the reports on the two evaluations (GBZ 331-2024 6.2.9.2, 7.2.7.2).

type ChapterBlocks = readonly [title: string, blocks: readonly Block[]];

/** Blocks that every report has, made by its document. */
export interface SharedBlocks {
  readonly gaps: readonly Block[];
  /** Pictures of the groups below their titles. */
  drawings(groups: readonly (readonly [group: ReportContent['pictures'][number]['group'], title: string])[]): Block[];
}

function partBlocks({ title, lines: partLines, columns, rows }: EvaluationPart): Block[] {
  const titleBlock: Block = { kind: 'lines', lines: [title], bold: true, keepWithNext: true };
  return [
    ...(columns.length ? [] : [titleBlock]),
    ...(partLines.length ? [reportParagraphs(partLines.join('\n'))] : []),
    ...reportTable(
      title,
      columns.map((column) => reportColumn(column)),
      rows,
    ),
  ];
}

const partsOf = (evaluation: ReportEvaluation, chapter: keyof ReportEvaluation['chapters']): Block[] =>
  evaluation.chapters[chapter].flatMap(partBlocks);

const titledBlocks = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length ? [{ kind: 'lines', lines: [title], bold: true, keepWithNext: true }, ...blocks] : [];

/** Returns the result sheet: its head, and the samples; nothing without samples. */
function sheetBlocks(content: ReportContent): readonly Block[] {
  const samples = sampleBlocks(content);
  return samples.length ? [...resultSheetHead(content), ...samples] : [];
}

/** Returns the chapters that both kinds of reports contain: employer, hazards and tests. */
function sharedChapters(content: ReportContent, evaluation: ReportEvaluation, { gaps }: SharedBlocks) {
  const sectionBlocks = (section: WrittenSection): Block[] =>
    content.texts[section].trim() ? [reportParagraphs(content.texts[section])] : [];
  return {
    sectionBlocks,
    general: [
      ...titledBlocks('评价依据', sectionBlocks('basis')),
      ...partsOf(evaluation, 'general'),
      peopleFacts(content),
    ],
    employer: [
      ...sectionBlocks('overview'),
      unitFacts(content),
      ...titledBlocks('生产工艺', sectionBlocks('process')),
      ...partsOf(evaluation, 'running'),
    ],
    hazards: [...surveyTable(content), ...partsOf(evaluation, 'hazards')],
    results: [
      ...methodTable(content),
      ...titledBlocks('环境条件与生产状态', [...sectionBlocks('environment'), ...weatherTable(content), ...gaps]),
      ...judgedBlocks(content),
      ...workingBlocks(content),
      ...limitTable(content),
      ...titledBlocks('超标原因分析', sectionBlocks('exceedance')),
    ],
    conclusions: [...partsOf(evaluation, 'conclusions'), ...titledBlocks('检测结果', sectionBlocks('conclusion'))],
    sheet: titledBlocks('检测结果单', sheetBlocks(content)),
  };
}

/** Returns the chapters of a present-state evaluation. */
function presentStateChapters(
  content: ReportContent,
  evaluation: ReportEvaluation,
  blocks: SharedBlocks,
): readonly ChapterBlocks[] {
  const { sectionBlocks, general, employer, hazards, results, conclusions, sheet } = sharedChapters(
    content,
    evaluation,
    blocks,
  );
  return [
    ['总论', general],
    ['用人单位概况与运行情况', employer],
    ['职业病危害因素识别、检测与评价', [...hazards, ...results, ...partsOf(evaluation, 'tests')]],
    ['职业病防护措施', partsOf(evaluation, 'measures')],
    ['结论', conclusions],
    ['建议', sectionBlocks('advice')],
    [
      '附件',
      [
        ...blocks.drawings([
          ['location', '地理位置图'],
          ['sitePlan', '总平面布置图'],
          ['layout', '设备布局与检测点'],
          ['sites', '采样点布置'],
          ['scene', '现场影像'],
        ]),
        ...sheet,
      ],
    ],
  ];
}

/** Returns the chapters of an evaluation of installations and protective equipment. */
function effectChapters(
  content: ReportContent,
  evaluation: ReportEvaluation,
  blocks: SharedBlocks,
): readonly ChapterBlocks[] {
  const { sectionBlocks, general, employer, hazards, results, conclusions, sheet } = sharedChapters(
    content,
    evaluation,
    blocks,
  );
  return [
    ['总论', general],
    ['用人单位概况', employer],
    ['职业病危害因素与防护措施调查', [...hazards, ...partsOf(evaluation, 'measures')]],
    ['检测结果', results],
    ['结论', conclusions],
    ['建议', sectionBlocks('advice')],
    [
      '附件',
      [
        ...blocks.drawings([
          ['layout', '设备布局与检测点'],
          ['sites', '采样点布置'],
          ['location', '地理位置图'],
          ['sitePlan', '总平面布置图'],
          ['scene', '现场影像'],
        ]),
        ...titledBlocks('防护设施检测报告与适合性检验报告', partsOf(evaluation, 'tests')),
        ...sheet,
      ],
    ],
  ];
}

/**
 * Returns the chapters of a report on an evaluation, without those that are empty.
 * @param blocks blocks that every report has
 */
export function evaluationChapterBlocks(
  content: ReportContent,
  evaluation: ReportEvaluation,
  blocks: SharedBlocks,
): Block[] {
  const chapters = (evaluation.service === 'presentState' ? presentStateChapters : effectChapters)(
    content,
    evaluation,
    blocks,
  );
  return chapters
    .filter(([, blocks]) => blocks.length > 0)
    .flatMap(([title, blocks], index) => [reportHeading(`${index + 1}　${title}`), ...blocks]);
}
