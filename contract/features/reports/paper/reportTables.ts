import { accreditationTexts } from '@contract/features/library/accreditationScope';
import { type Edition, editionOf, quantityText } from '@contract/print/paperEdition';
import type { Block, Fact } from '@contract/print/printDocument';
import { minimumTitle } from '../minimumQuantifiable';
import { reportColumn, reportTable, contactTime } from '../reportBlocks';
import type { ReportContent } from '../reportContent';
import { limitLabels } from '../reportResults';
import { methodStandard, reportTexts } from '../reportTexts';
import { reportWordsOf } from '../reportWords';

// Tables of the report except the results: unit, people, survey, methods, weather, limits.

/** Returns the facts with a dash for missing values, because an empty cell looks forgotten. */
const withDashes = (facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => (fact.value === '' ? { ...fact, value: '—' } : fact));

/** Facts about the employer that GBZ 331-2024 does not ask for. */
const optionalFacts: ReadonlySet<string> = new Set(['企业规模', '经济类型', '联系人', '联系电话', '职工总数']);

/** Returns the facts without empty ones that no standard asks for; up to the fourth edition they had a dash. */
const filledFacts = (content: ReportContent, facts: readonly Fact[]): Fact[] =>
  facts.filter(({ label, value }) => editionOf(content) < 5 || value !== '' || !optionalFacts.has(label));

/** Returns the facts of the inspected unit. */
export const unitFacts = (content: ReportContent): Block => {
  const { unit, customerName, people, kind } = content;
  const facts: readonly Fact[] = [
    { label: '用人单位', value: unit.name, wide: true },
    { label: '统一社会信用代码', value: unit.code ?? '' },
    { label: '所属行业', value: unit.industry ?? '' },
    ...(unit.riskClass ? [{ label: '职业病危害风险分类', value: unit.riskClass, wide: true }] : []),
    { label: '企业规模', value: unit.scale ?? '' },
    { label: '经济类型', value: unit.economicType ?? '' },
    { label: '联系人', value: unit.contact ?? '' },
    { label: '联系电话', value: unit.phone ?? '' },
    { label: '职工总数', value: unit.workers === null ? '' : `${unit.workers}人` },
    { label: '接触人数', value: unit.exposed === null ? '' : `${unit.exposed}人` },
    { label: '委托单位', value: customerName ?? unit.name },
    // A report on incoming samples has no site visit, so it has no companion.
    ...(kind === 'incoming' ? [] : [{ label: '陪同人', value: people.companions.join('、') }]),
    { label: kind === 'incoming' ? '单位地址' : '检测地址', value: unit.address ?? '', wide: true },
  ];
  return { kind: 'facts', label: '用人单位', pairs: 2, facts: withDashes(filledFacts(content, facts)) };
};

/** Returns the people and dates of the project. */
export const peopleFacts = ({ people, kind, incoming }: ReportContent): Block => ({
  kind: 'facts',
  label: '项目人员与日期',
  pairs: 2,
  facts: withDashes([
    { label: '项目负责人', value: people.leader ?? '' },
    ...(kind === 'incoming'
      ? [
          {
            label: '收样日期',
            value: [...new Set(incoming.flatMap(({ receivedOn }) => receivedOn ?? []))].sort().join('、'),
          },
        ]
      : [
          { label: '项目组', value: people.team.join('、') },
          { label: '现场调查', value: people.surveyors.join('、') },
          { label: '调查日期', value: people.surveyedOn ?? '' },
          { label: '现场采样', value: people.collectors.join('、') },
          { label: '采样日期', value: people.sampledOn.join('、') },
        ]),
    { label: '实验室检测', value: people.testers.join('、') },
    { label: '检测日期', value: [...new Set([people.testFrom, people.testTo].filter(Boolean))].join('～') },
  ]),
});

const surveyColumns = (edition: Edition): readonly string[] =>
  edition === 1
    ? ['车间', '岗位', '作业内容', '危害因素', '产生环节', '接触人数', '班制', '接触时间', '防护设施', '防护用品']
    : [
        '车间',
        '岗位（工种）',
        '作业内容',
        '职业病危害因素',
        '产生环节',
        '接触人数',
        '班制',
        '接触时间',
        '职业病防护设施',
        '个体防护用品',
      ];

/** Returns the table of posts and hazards from the survey. */
export const surveyTable = (content: ReportContent): Block[] =>
  reportTable(
    '职业病危害因素分布',
    surveyColumns(editionOf(content)).map((heading) => reportColumn(heading)),
    content.posts.map((post) => [
      post.workshop ?? '—',
      post.post,
      post.workContent ?? '—',
      post.hazardName,
      post.source ?? '—',
      post.workers === null ? '—' : String(post.workers),
      post.shift ?? '—',
      contactTime(post, editionOf(content)),
      post.controls ?? '—',
      post.ppe ?? '—',
    ]),
  );

/** Returns the notes on the accredited scope: the meaning of the mark on items outside it, and its restrictions. */
function scopeNotes({ methods }: ReportContent): Block[] {
  const subcontracted = methods.flatMap((method) => (method.subcontracted ? [method.hazardName] : []));
  const lines = [
    ...(methods.some(({ outside }) => outside) ? [accreditationTexts.reportNote] : []),
    ...(subcontracted.length ? [accreditationTexts.subcontracted([...new Set(subcontracted)])] : []),
    ...new Set(
      methods.flatMap(({ hazardName, restriction }) =>
        restriction ? [`${hazardName}的资质认定限制范围：${restriction}。`] : [],
      ),
    ),
  ];
  return lines.length ? [{ kind: 'lines', lines }] : [];
}

const untestedBlocks = ({ untested = [] }: ReportContent): Block[] =>
  untested.length
    ? [
        { kind: 'lines', lines: [reportTexts.untested], bold: true, keepWithNext: true },
        { kind: 'lines', lines: untested },
      ]
    : [];

/**
 * Returns the table of items, methods and instruments, with notes about the accredited scope, and the hazards that were
 * not tested.
 */
export const methodTable = (content: ReportContent): Block[] => [
  ...methodLines(content),
  ...scopeNotes(content),
  ...untestedBlocks(content),
];

/** Standards of sampling: of air, and of physical factors. */
const airSampling = 'GBZ 159-2004《工作场所空气中有害物质监测的采样规范》';
const physicalBasis = /^GBZ\/T 189/;

/**
 * Returns the head of the result sheet, with item, basis, instruments and minimum below it (GBZ 331-2024 5.2.8.4 a, b);
 * nothing in reports that were frozen before it was printed.
 */
export function resultSheetHead(content: ReportContent): Block[] {
  const { unit, typeName, projectCode, reportNo, people, methods, sampledTimes } = content;
  if (!sampledTimes) return [];
  const samplingBases = [
    ...(methods.some(({ standardNo }) => !physicalBasis.test(standardNo)) ? [airSampling] : []),
    ...methods.filter(({ standardNo }) => physicalBasis.test(standardNo)).map(methodStandard),
  ];
  const testBases = methods.map(methodStandard);
  return [
    {
      kind: 'facts',
      label: '检测结果单',
      pairs: 2,
      facts: withDashes([
        { label: '用人单位', value: unit.name, wide: true },
        { label: '检测类别', value: typeName ?? '' },
        { label: '检测任务编号', value: projectCode },
        { label: '报告编号', value: reportNo },
        { label: '采样日期', value: people.sampledOn.join('、') },
        { label: '检测日期', value: [...new Set([people.testFrom, people.testTo].filter(Boolean))].join('～') },
        { label: '采样依据', value: [...new Set(samplingBases)].join('、'), wide: true },
        { label: '检测依据', value: [...new Set(testBases)].join('、'), wide: true },
      ]),
    },
    ...methodLines(content),
  ];
}

const methodLines = ({ methods }: ReportContent): Block[] =>
  reportTable(
    '检测项目、方法与仪器',
    ['检测项目', '检测方法', '仪器名称/编号', minimumTitle(methods), '样品数', '记录编号'].map((heading) =>
      reportColumn(heading),
    ),
    methods.map(({ hazardName, standardNo, title, instruments, minimum, samples, sheetNo, outside }) => [
      outside ? `${hazardName}*` : hazardName,
      title.includes(standardNo) ? title : `${standardNo} ${title}`,
      instruments.join('、') || '—',
      minimum ?? '—',
      String(samples),
      sheetNo,
    ]),
  );

/** Returns the table of weather on site. */
export const weatherTable = ({ weather }: ReportContent): Block[] =>
  reportTable(
    '气象条件',
    ['测量时间', '地点', '天气', '气温(℃)', '相对湿度(%)', '气压(kPa)', '风速(m/s)'].map((heading) =>
      reportColumn(heading),
    ),
    weather.map((row) => [
      row.measuredAt.slice(0, 16),
      row.place,
      row.sky ?? '—',
      row.temperature,
      row.humidity ?? '—',
      row.pressure,
      row.windSpeed ?? '—',
    ]),
  );

/** Returns the table of applied limits with their versions; empty for a report without judgement. */
export const limitTable = (content: ReportContent): Block[] =>
  content.assess
    ? reportTable(
        '采用的职业接触限值及其版本',
        [reportWordsOf(content).hazard, '限值类型', '限值', '标准', '实施日期'].map((heading) => reportColumn(heading)),
        content.limits.map((limit) => [
          limit.hazardName,
          limitLabels.get(limit.kind) ?? limit.kind,
          quantityText(limit.value, limit.unit, editionOf(content)),
          limit.standard,
          limit.effectiveFrom,
        ]),
      )
    : [];
