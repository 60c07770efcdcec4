import { marksOf } from '@contract/features/fieldwork/plan/sketchMarks';
import { gapTexts } from '@contract/features/fieldwork/samples/fieldGaps';
import { editionOf, faceOf } from '@contract/print/paperEdition';
import type { Block, Picture, PrintDocument } from '@contract/print/printDocument';
import { evaluationChapterBlocks, type SharedBlocks } from './evaluation/evaluationBody';
import { limitTable, methodTable, peopleFacts, surveyTable, unitFacts, weatherTable } from './paper/reportTables';
import { reportHeading, reportParagraphs } from './reportBlocks';
import type { ReportContent, ReportPicture, WrittenSection } from './reportContent';
import { coverOf, type ReportIssue } from './reportCover';
import { resultBlocks, workingBlocks } from './reportResults';
import { reportTexts } from './reportTexts';
import { reportWordsOf } from './reportWords';

// The printed report (DOMAIN §7.4): cover, statement, nine sections and appendices. Page, printer, PDF and docx use
// the same document.

/** Returns the numbers of the sampling points at which a result is above its limit. */
const exceededSites = ({ results, assess }: Pick<ReportContent, 'results' | 'assess'>): ReadonlySet<string> =>
  new Set(
    assess
      ? results.flatMap(({ values, tests }) => {
          const samples = new Set(values.flatMap(({ verdict, sampleNos }) => (verdict === 'exceeds' ? sampleNos : [])));
          return tests.flatMap(({ sampleNo, siteNo }) => (siteNo !== null && samples.has(sampleNo) ? [siteNo] : []));
        })
      : [],
  );

/** Circles the points above their limits on a drawing of the sampling points. */
function withRings({ file, caption, ratio, marks }: ReportPicture, exceeded: ReadonlySet<string>): Picture {
  const places = [...marksOf(marks)].filter(([no]) => exceeded.has(no));
  if (places.length === 0) return { source: file, caption, ratio };
  const names = places.map(([no]) => no).sort();
  return {
    source: file,
    caption: `${caption}（${reportTexts.exceededSites(names)}）`,
    ratio,
    rings: places.map(([, place]) => place),
  };
}

const picturesOfGroup = (content: ReportContent, group: ReportPicture['group']): Picture[] =>
  content.pictures
    .filter((picture) => picture.group === group)
    .map((picture) => withRings(picture, exceededSites(content)));

/** Titles of the sections whose text a person may write. */
export const sectionTitles = {
  basis: '检测依据',
  overview: '用人单位概况',
  process: '生产工艺与职业病危害因素分布',
  environment: '环境条件与生产状态',
  exceedance: '超标分析',
  conclusion: '结论',
  advice: '建议',
} as const satisfies Partial<Record<WrittenSection, string>>;

/** Returns the missing field data with the stated reasons. */
function gapLines({ gaps = [] }: ReportContent): Block[] {
  if (gaps.length === 0) return [];
  return [
    { kind: 'lines', lines: [gapTexts.heading], bold: true, keepWithNext: true },
    { kind: 'lines', lines: gaps.map(({ title, reason }) => gapTexts.explained(title, reason)) },
  ];
}

/** Returns the drawings and photographs of some groups below their titles. */
const drawingsOf =
  (content: ReportContent): SharedBlocks['drawings'] =>
  (groups) =>
    groups.flatMap(([group, title]): Block[] => {
      const groupPictures = picturesOfGroup(content, group);
      const scenes = group === 'scene';
      return groupPictures.length
        ? [
            { kind: 'lines', lines: [title], bold: true, keepWithNext: true },
            { kind: 'pictures', pictures: groupPictures, across: scenes ? 2 : 1, height: scenes ? 62 : 150 },
          ]
        : [];
    });

/** Numbers the sections of a check or test; empty ones are left out. */
function sectionBlocks(content: ReportContent): Block[] {
  const { texts, kind } = content;
  const writtenBlocks = (section: WrittenSection): Block[] =>
    texts[section].trim() ? [reportParagraphs(texts[section])] : [];
  const sections: readonly (readonly [title: string, blocks: readonly Block[]])[] = [
    [sectionTitles.basis, writtenBlocks('basis')],
    [sectionTitles.overview, [...writtenBlocks('overview'), unitFacts(content), peopleFacts(content)]],
    [sectionTitles.process, kind === 'incoming' ? [] : [...writtenBlocks('process'), ...surveyTable(content)]],
    ['检测内容与方法', methodTable(content)],
    [sectionTitles.environment, [...writtenBlocks('environment'), ...weatherTable(content), ...gapLines(content)]],
    ['检测结果', [...resultBlocks(content), ...workingBlocks(content), ...limitTable(content)]],
    [sectionTitles.exceedance, writtenBlocks('exceedance')],
    [sectionTitles.conclusion, writtenBlocks('conclusion')],
    [sectionTitles.advice, writtenBlocks('advice')],
    [
      '附件',
      drawingsOf(content)([
        ['layout', '设备布局与检测点'],
        ['sites', '采样点布置'],
        ['scene', '现场影像'],
      ]),
    ],
  ];
  return sections
    .filter(([, blocks]) => blocks.length > 0)
    .flatMap(([title, blocks], index) => [reportHeading(`${index + 1}　${title}`), ...blocks]);
}

function bodyOf(content: ReportContent): Block[] {
  const { kind, evaluation } = content;
  return [
    ...(content.previousNo
      ? [
          {
            kind: 'lines',
            lines: [`　　${reportWordsOf(content).correctionNote(content.previousNo, content.correctionReason ?? '')}`],
            bold: true,
          } as const,
        ]
      : []),
    ...(evaluation
      ? evaluationChapterBlocks(content, evaluation, { gaps: gapLines(content), drawings: drawingsOf(content) })
      : sectionBlocks(content)),
    ...(kind === 'incoming' ? [{ kind: 'lines', lines: [reportTexts.incomingOnly], bold: true } as const] : []),
    { kind: 'lines', lines: ['（以下空白）'], align: 'center' },
  ];
}

/** Signers in the footer of a report: of the approval chain, its last three. */
const footSigners = 3;

/** Builds the report; `issue` contains the data that exist only after the signatures. */
export const reportDocument = (content: ReportContent, issue: ReportIssue): PrintDocument => ({
  title: content.title,
  ...faceOf(editionOf(content)),
  agency: content.agency.name,
  corner: `报告编号：${content.reportNo}`,
  cover: coverOf(content, issue),
  ...(editionOf(content) >= 3 ? { contents: true as const } : {}),
  ...(editionOf(content) >= 5 ? { textGrid: true as const } : {}),
  blocks: bodyOf(content),
  // The footer has room for three; the third page has all.
  signers: issue.signers.slice(-footSigners),
  ...(issue.seal && issue.issuedOn !== null && editionOf(content) >= 3 ? { edgeSeal: issue.seal } : {}),
  foot: issue.issuedOn === null ? reportTexts.draftMark : `签发日期：${issue.issuedOn}`,
});
