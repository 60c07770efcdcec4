import { verdictLabel } from '@contract/arithmetic/limits/judgement';
import { peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import { fixedDictionaries } from '@contract/dictionaries';
import { gapTexts } from '@contract/features/fieldwork/samples/fieldGaps';
import type { Block, Fact, Picture, PrintColumn, PrintDocument, Signer, TableBlock } from '@contract/print/document';
import { boundText, type JudgedValue } from './judgement/judgedValue';
import type { JudgedPost } from './judgement/judgeResults';
import { decisionText, type LineDecision, openKeysOf } from './judgement/openLines';
import { minimumTitle } from './minimum';
import type { ReportContent, WrittenSection } from './reportContent';
import { reportTexts } from './reportTexts';

// The report on paper (DOMAIN §7.4): cover, statement, nine sections and appendices; the same for page, printer, PDF
// and docx.

export interface ReportIssue {
  readonly signers: readonly Signer[];
  /** Null where not issued; every page then says so. */
  readonly issuedOn: string | null;
  /** Full address in the QR code; null before the issue. */
  readonly verifyHref: string | null;
  /** Stamp (检测专用章), an upload. */
  readonly seal: Picture | null;
}

const kindLabels = new Map<string, string>(fixedDictionaries.reportKind.map(({ value, label }) => [value, label]));
const limitLabels = new Map<string, string>(fixedDictionaries.limitKind.map(({ value, label }) => [value, label]));
/** Symbol of the measured value, by the kind of limit. */
const measuredLabels: Readonly<Record<string, string>> = {
  mac: 'CME',
  twa: 'CTWA',
  stel: 'CSTE',
  peak: 'CPE',
  totalDust: 'CTWA（总尘）',
  respirableDust: 'CTWA（呼尘）',
  fibre: 'CTWA（纤维）',
  dailyLevel: 'LEX,8h',
  weeklyLevel: 'LEX,W',
  illuminance: '平均照度',
  plain: '检测结果',
  jointTwa: '混合接触比值（CTWA）',
  jointStel: '混合接触比值（CSTE）',
};
/** Returns the label of the measured quantity for a kind of limit. */
export const measuredLabel = (kind: string): string => measuredLabels[kind] ?? limitLabels.get(kind) ?? kind;

const column = (heading: string, align: PrintColumn['align'] = 'center'): PrintColumn => ({ heading, align });
const paragraphs = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `　　${line}`);

const heading = (text: string): Block => ({ kind: 'heading', text });
const lines = (text: string): Block => ({ kind: 'lines', lines: paragraphs(text) });
const table = (title: string, columns: readonly PrintColumn[], rows: TableBlock['rows']): Block[] =>
  rows.length
    ? [
        { kind: 'lines', lines: [title], bold: true, align: 'center', keepWithNext: true },
        { kind: 'table', title, columns, rows },
      ]
    : [];

const contactTime = ({ hoursPerDay, daysPerWeek }: Pick<JudgedPost, 'hoursPerDay' | 'daysPerWeek'>): string =>
  [hoursPerDay && `${hoursPerDay}h/d`, daysPerWeek && `${daysPerWeek}d/w`].filter(Boolean).join('，') || '—';
/**
 * Origin of the bound of short samples by the edition on their day (DOMAIN §2.4, 3); the earlier edition had 超限倍数
 * of 1.5 to 3.
 */
const peakWords = ({ day }: JudgedValue): string =>
  peakRuleOn(day)?.kind === 'excursion' ? '（超限倍数）' : '（3×PC-TWA）';
/** A limit reduced for long shifts names the standard's limit (GBZ 331-2024 G.4). */
const reducedWords = ({ reduced }: JudgedValue): string =>
  reduced ? `（PC-TWA ${reduced.of}×RF ${reduced.factor}）` : '';
const limitText = (value: JudgedValue): string =>
  value.limit === null
    ? '—'
    : `${boundText({ kind: value.kind, limit: value.limit })}${value.unit}${value.kind === 'peak' ? peakWords(value) : ''}${reducedWords(value)}`;

const resultColumns = [
  '车间',
  '岗位/工种',
  '采样点/对象',
  '检测项目',
  '样品编号',
  '采样日期',
  '接触时间',
  '结果类型',
  '检测结果',
  '接触限值',
  '判定',
].map((one) => column(one));

/** The verdict with its reason and, for an open line, the decision. */
function verdictText({ verdict, reason }: JudgedValue, decision: LineDecision | undefined): string {
  const said = reason ? `${verdictLabel(verdict)}（${reason}）` : verdictLabel(verdict);
  return decision ? `${said}；处理决定：${decisionText(decision)}（${decision.person}，${decision.on}）` : said;
}

type Decided = (value: JudgedValue) => LineDecision | undefined;

function decidedIn({ results, decisions = [] }: Pick<ReportContent, 'results' | 'decisions'>): Decided {
  const keys = openKeysOf(results);
  const byKey = new Map(decisions.map((decision) => [decision.key, decision]));
  return (value) => byKey.get(keys.get(value) ?? '');
}

function resultRows(results: readonly JudgedPost[], decided: Decided): TableBlock['rows'] {
  return results.flatMap((post) =>
    post.values.map((value) => [
      post.workshop ?? '—',
      post.place,
      value.point || '—',
      post.hazardName,
      value.sampleNos.join('、') || '—',
      value.day,
      contactTime(post),
      measuredLabel(value.kind),
      {
        text: value.text
          ? `${value.text}${value.unit}${value.uncertainty ? `，${value.uncertainty}` : ''}${value.highest ? '（最大值）' : ''}`
          : '—',
        ...(value.measured && value.measured.num !== value.text ? { raw: value.measured.num } : {}),
      },
      limitText(value),
      verdictText(value, decided(value)),
    ]),
  );
}

const testColumns = [
  '序号',
  '样品编号',
  '车间',
  '岗位/工种',
  '检测项目',
  '采样日期',
  '时段',
  '采样时间(min)',
  '检测结果',
  '单位',
].map((one) => column(one));
function testRows(results: readonly JudgedPost[]): TableBlock['rows'] {
  return results
    .flatMap(({ tests, hazardName }) => tests.map((test) => ({ test, hazardName })))
    .map(({ test, hazardName }, at) => [
      String(at + 1),
      test.sampleNo,
      test.workshop ?? '—',
      test.place,
      hazardName,
      test.sampledOn,
      test.period === 'long' ? '长时间' : test.period === 'short' ? '短时间' : '—',
      test.minutes ?? '—',
      test.result.text,
      test.unit ?? '',
    ]);
}

const families = [
  { title: '粉尘检测结果与判定', of: ['dust'] },
  { title: '化学有害因素检测结果与判定', of: ['chemical', 'biological'] },
  { title: '物理因素检测结果与判定', of: ['physical'] },
  { title: '其他有害因素检测结果与判定', of: ['radiation', 'other'] },
] as const;

const silicaBands = new Map<string, string>(fixedDictionaries.silicaBand.map(({ value, label }) => [value, label]));
const silicaTitle = '粉尘游离二氧化硅含量';

/** Free silica has no limit of its own; it decides which limits apply to a dust. */
const silicaTable = ({ silica = [] }: ReportContent): Block[] =>
  table(
    silicaTitle,
    ['序号', '样品编号', '车间', '岗位/工种', '采样日期', '游离SiO₂含量(%)', '粉尘类别'].map((one) => column(one)),
    silica.map(({ sampleNo, workshop, place, sampledOn, text, band }, at) => [
      String(at + 1),
      sampleNo,
      workshop ?? '—',
      place,
      sampledOn,
      text,
      (band && silicaBands.get(band)) ?? '—',
    ]),
  );

/** Notes why other limits than those of the hazard's name were applied. */
function noteBlocks(results: readonly JudgedPost[]): Block[] {
  const said = results.flatMap(({ workshop, place, hazardName, notes }) =>
    notes.map((note) => `注：${workshop ?? ''}${place}${hazardName}：${note}。`),
  );
  return said.length ? [{ kind: 'lines', lines: said }] : [];
}

function resultBlocks(content: ReportContent): Block[] {
  const { results, assess, incoming, kind, silica = [] } = content;
  const byNo = new Map(incoming.map((one) => [one.sampleNo, one]));
  if (kind === 'incoming') {
    const columns = ['序号', '样品编号', '原样编号', '样品性状', '收样日期', '检测项目', '检测结果', '单位'].map(
      (one) => column(one),
    );
    const tested = [
      ...results.flatMap(({ tests, hazardName }) =>
        tests.map((test) => ({
          sampleNo: test.sampleNo,
          what: hazardName,
          text: test.result.text,
          unit: test.unit ?? '',
        })),
      ),
      ...silica.map(({ sampleNo, text }) => ({ sampleNo, what: silicaTitle, text, unit: '%' })),
    ];
    const rows = tested.map(({ sampleNo, what, text, unit }, at) => {
      const piece = byNo.get(sampleNo);
      return [
        String(at + 1),
        sampleNo,
        piece?.clientSampleNo ?? '—',
        piece?.form ?? '—',
        piece?.receivedOn ?? '—',
        what,
        text,
        unit,
      ];
    });
    return table('样品检测结果', columns, rows);
  }
  const raw = [...table('样品检测结果', testColumns, testRows(results)), ...silicaTable(content)];
  if (!assess) return raw;
  const decided = decidedIn(content);
  const judged = families.flatMap(({ title, of }) =>
    table(
      title,
      resultColumns,
      resultRows(
        results.filter(({ category }) => (of as readonly string[]).includes(category)),
        decided,
      ),
    ),
  );
  return [...raw, ...judged, ...noteBlocks(results)];
}

/** CSTE=1.8 only repeats the result; a calculated value has a middle part. */
const isCalculated = ({ working }: Pick<JudgedValue, 'working'>): boolean => working.split('=').length > 2;

/** Workings of all values that are not a sample's own result, for the reader to verify. */
export function workingBlocks({ results, assess }: Pick<ReportContent, 'results' | 'assess'>): Block[] {
  const workings = assess
    ? results.flatMap((post) =>
        post.values
          .filter(isCalculated)
          .map(
            (value) =>
              `${post.workshop ?? ''}${post.place}${post.hazardName}${value.point ? `（${value.point}）` : ''}：${value.working}`,
          ),
      )
    : [];
  return workings.length
    ? [
        { kind: 'lines', lines: ['接触浓度（强度）的计算'], bold: true, keepWithNext: true },
        { kind: 'lines', lines: workings },
      ]
    : [];
}

/** A fact without a value prints a dash, because an empty cell looks forgotten. */
const told = (facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => (fact.value === '' ? { ...fact, value: '—' } : fact));

const unitFacts = ({ unit, customerName, people, kind }: ReportContent): Block => ({
  kind: 'facts',
  label: '用人单位',
  pairs: 2,
  facts: told([
    { label: '用人单位', value: unit.name, wide: true },
    { label: '统一社会信用代码', value: unit.code ?? '' },
    { label: '所属行业', value: unit.industry ?? '' },
    { label: '企业规模', value: unit.scale ?? '' },
    { label: '经济类型', value: unit.economicType ?? '' },
    { label: '联系人', value: unit.contact ?? '' },
    { label: '联系电话', value: unit.phone ?? '' },
    { label: '职工总数', value: unit.workers === null ? '' : `${unit.workers}人` },
    { label: '接触人数', value: unit.exposed === null ? '' : `${unit.exposed}人` },
    { label: '委托单位', value: customerName ?? unit.name },
    // For incoming samples there was no visit, so no companion.
    ...(kind === 'incoming' ? [] : [{ label: '陪同人', value: people.companions.join('、') }]),
    { label: kind === 'incoming' ? '单位地址' : '检测地址', value: unit.address ?? '', wide: true },
  ]),
});

const peopleFacts = ({ people, kind, incoming }: ReportContent): Block => ({
  kind: 'facts',
  label: '项目人员与日期',
  pairs: 2,
  facts: told([
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

const surveyTable = ({ posts }: ReportContent): Block[] =>
  table(
    '职业病危害因素分布',
    ['车间', '岗位', '作业内容', '危害因素', '产生环节', '接触人数', '班制', '接触时间', '防护设施', '防护用品'].map(
      (one) => column(one),
    ),
    posts.map((post) => [
      post.workshop ?? '—',
      post.post,
      post.workContent ?? '—',
      post.hazardName,
      post.source ?? '—',
      post.workers === null ? '—' : String(post.workers),
      post.shift ?? '—',
      contactTime(post),
      post.controls ?? '—',
      post.ppe ?? '—',
    ]),
  );

const methodTable = ({ methods }: ReportContent): Block[] =>
  table(
    '检测项目、方法与仪器',
    ['检测项目', '检测方法', '仪器名称/编号', minimumTitle(methods), '样品数', '记录编号'].map((one) => column(one)),
    methods.map(({ hazardName, standardNo, title, instruments, minimum, samples, sheetNo }) => [
      hazardName,
      title.includes(standardNo) ? title : `${standardNo} ${title}`,
      instruments.join('、') || '—',
      minimum ?? '—',
      String(samples),
      sheetNo,
    ]),
  );

const weatherTable = ({ weather }: ReportContent): Block[] =>
  table(
    '气象条件',
    ['测量时间', '地点', '天气', '气温(℃)', '相对湿度(%)', '气压(kPa)', '风速(m/s)'].map((one) => column(one)),
    weather.map((one) => [
      one.measuredAt.slice(0, 16),
      one.place,
      one.sky ?? '—',
      one.temperature,
      one.humidity ?? '—',
      one.pressure,
      one.windSpeed ?? '—',
    ]),
  );

const limitTable = ({ limits, assess }: ReportContent): Block[] =>
  assess
    ? table(
        '采用的职业接触限值及其版本',
        ['危害因素', '限值类型', '限值', '标准', '实施日期'].map((one) => column(one)),
        limits.map((limit) => [
          limit.hazardName,
          limitLabels.get(limit.kind) ?? limit.kind,
          `${limit.value}${limit.unit}`,
          limit.standard,
          limit.effectiveFrom,
        ]),
      )
    : [];

const pictures = ({ pictures: all }: ReportContent, group: 'layout' | 'scene'): Picture[] =>
  all.filter((one) => one.group === group).map(({ file, caption, ratio }) => ({ source: file, caption, ratio }));

function coverOf(content: ReportContent, { issuedOn, verifyHref, seal }: ReportIssue): Block[] {
  const { agency, unit, kind } = content;
  return [
    { kind: 'lines', lines: [`报告编号：${content.reportNo}`], align: 'right', size: 11 },
    ...(agency.qualification
      ? [{ kind: 'lines', lines: [`资质证书编号：${agency.qualification}`], align: 'right', size: 9 } as const]
      : []),
    ...(verifyHref
      ? [
          {
            kind: 'pictures',
            pictures: [{ source: `qr:${verifyHref}`, ratio: 1, caption: '扫码核验报告' }],
            across: 1,
            height: 24,
            align: 'right',
          } as const,
          { kind: 'space', height: 8 } as const,
        ]
      : [{ kind: 'space', height: 36 } as const]),
    {
      kind: 'lines',
      lines: [
        kind === 'incoming' ? '来样检测报告' : '工作场所职业病危害因素',
        ...(kind === 'incoming' ? [] : ['检测报告']),
      ],
      bold: true,
      align: 'center',
      size: 26,
    },
    { kind: 'space', height: 6 },
    ...(issuedOn === null
      ? [{ kind: 'lines', lines: [reportTexts.draftMark], align: 'center', size: 11 } as const]
      : []),
    { kind: 'space', height: 22 },
    {
      kind: 'facts',
      label: '封面',
      pairs: 1,
      size: 12,
      facts: [
        { label: '用人单位', value: unit.name, wide: true },
        { label: '项目名称', value: content.projectName, wide: true },
        { label: '检测类别', value: content.typeName ?? kindLabels.get(kind) ?? '', wide: true },
        { label: '委托单位', value: content.customerName ?? unit.name, wide: true },
        { label: '项目编号', value: content.projectCode, wide: true },
        { label: '签发日期', value: issuedOn ?? '', wide: true },
      ],
    },
    { kind: 'space', height: 18 },
    { kind: 'lines', lines: [agency.name], bold: true, align: 'center', size: 16 },
    { kind: 'lines', lines: ['（检测专用章）'], align: 'center', size: 10 },
    ...(seal && issuedOn !== null
      ? [{ kind: 'pictures', pictures: [seal], across: 1, height: 38 } as const]
      : [{ kind: 'space', height: 14 } as const]),
    { kind: 'space', height: 'page' },
    { kind: 'lines', lines: ['声　明'], bold: true, align: 'center', size: 18 },
    { kind: 'space', height: 6 },
    { kind: 'lines', lines: content.texts.statement.split('\n'), size: 11 },
    { kind: 'space', height: 12 },
    {
      kind: 'lines',
      lines: [
        agency.name,
        ...(agency.address ? [`地址：${agency.address}`] : []),
        ...(agency.phone ? [`电话：${agency.phone}`] : []),
      ],
      size: 11,
    },
  ];
}

/** Titles of the sections that a person may write. */
export const sectionTitles = {
  basis: '检测依据',
  overview: '用人单位概况',
  process: '生产工艺与职业病危害因素分布',
  environment: '环境条件与生产状态',
  exceedance: '超标分析',
  conclusion: '结论',
  advice: '建议',
} as const satisfies Partial<Record<WrittenSection, string>>;

/** Missing field data with the stated reasons. */
function gapLines({ gaps = [] }: ReportContent): Block[] {
  if (gaps.length === 0) return [];
  return [
    { kind: 'lines', lines: [gapTexts.heading], bold: true, keepWithNext: true },
    { kind: 'lines', lines: gaps.map(({ title, reason }) => gapTexts.said(title, reason)) },
  ];
}

/** Numbers the sections; empty ones are left out. */
function bodyOf(content: ReportContent): Block[] {
  const { texts, kind } = content;
  const said = (section: WrittenSection): Block[] => (texts[section].trim() ? [lines(texts[section])] : []);
  const layouts = pictures(content, 'layout');
  const scenes = pictures(content, 'scene');
  const sections: readonly (readonly [title: string, blocks: readonly Block[]])[] = [
    [sectionTitles.basis, said('basis')],
    [sectionTitles.overview, [...said('overview'), unitFacts(content), peopleFacts(content)]],
    [sectionTitles.process, kind === 'incoming' ? [] : [...said('process'), ...surveyTable(content)]],
    ['检测内容与方法', methodTable(content)],
    [sectionTitles.environment, [...said('environment'), ...weatherTable(content), ...gapLines(content)]],
    ['检测结果', [...resultBlocks(content), ...workingBlocks(content), ...limitTable(content)]],
    [sectionTitles.exceedance, said('exceedance')],
    [sectionTitles.conclusion, said('conclusion')],
    [sectionTitles.advice, said('advice')],
    [
      '附件',
      [
        ...(layouts.length
          ? [
              { kind: 'lines', lines: ['设备布局与检测点'], bold: true, keepWithNext: true } as const,
              { kind: 'pictures', pictures: layouts, across: 1, height: 150 } as const,
            ]
          : []),
        ...(scenes.length
          ? [
              { kind: 'lines', lines: ['现场影像'], bold: true, keepWithNext: true } as const,
              { kind: 'pictures', pictures: scenes, across: 2, height: 62 } as const,
            ]
          : []),
      ],
    ],
  ];
  const present = sections.filter(([, blocks]) => blocks.length > 0);
  return [
    ...(content.previousNo
      ? [
          {
            kind: 'lines',
            lines: [`　　${reportTexts.correctionNote(content.previousNo, content.correctionReason ?? '')}`],
            bold: true,
          } as const,
        ]
      : []),
    ...present.flatMap(([title, blocks], at) => [heading(`${at + 1}　${title}`), ...blocks]),
    ...(kind === 'incoming' ? [{ kind: 'lines', lines: [reportTexts.incomingOnly], bold: true } as const] : []),
    { kind: 'lines', lines: ['（以下空白）'], align: 'center' },
  ];
}

/** Builds the report; `issue` contains what comes with the signatures. */
export const reportDocument = (content: ReportContent, issue: ReportIssue): PrintDocument => ({
  title: content.title,
  agency: content.agency.name,
  corner: `报告编号：${content.reportNo}`,
  cover: coverOf(content, issue),
  blocks: bodyOf(content),
  signers: issue.signers,
  foot: issue.issuedOn === null ? reportTexts.draftMark : `签发日期：${issue.issuedOn}`,
});
