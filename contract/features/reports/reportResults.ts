import { peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { fixedDictionaries } from '@contract/dictionaries';
import { type Edition, editionOf, quantityText } from '@contract/print/paperEdition';
import type { Block, Cell, PrintColumn, TableBlock } from '@contract/print/printDocument';
import { scopedName } from './accreditationMark';
import { boundText, type JudgedValue, pointOf } from './judgement/judgedValue';
import type { JudgedPost } from './judgement/judgeResults';
import { decisionText, type LineDecision, openKeysOf } from './judgement/openLines';
import { reportColumn, reportTable, contactTime } from './reportBlocks';
import type { ReportContent } from './reportContent';
import { reportWordsOf } from './reportWords';

// Results of the report, with verdicts and workings.

export const limitLabels = new Map<string, string>(
  fixedDictionaries.limitKind.map(({ value, label }) => [value, label]),
);
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
  annualDose: '年有效剂量估算值',
  plain: '检测结果',
  jointTwa: '混合接触比值（CTWA）',
  jointStel: '混合接触比值（CSTE）',
};
/** Returns the label of the measured quantity for a kind of limit. */
export const measuredLabel = (kind: string): string => measuredLabels[kind] ?? limitLabels.get(kind) ?? kind;

/**
 * Returns the origin of the bound for short samples, by the edition in force on their day (DOMAIN §2.4, 3). The
 * earlier edition had 超限倍数 of 1.5 to 3.
 */
const peakWords = ({ day }: JudgedValue): string =>
  peakRuleOn(day)?.kind === 'excursion' ? '（超限倍数）' : '（3×PC-TWA）';
/** Returns the standard's limit for a limit that was reduced for long shifts (GBZ 331-2024 G.4). */
const reducedWords = ({ reduced }: JudgedValue): string =>
  reduced ? `（PC-TWA ${reduced.of}×RF ${reduced.factor}）` : '';
const limitText = (value: JudgedValue, unit: string, edition: Edition): string =>
  value.limit === null
    ? '—'
    : `${quantityText(boundText({ kind: value.kind, limit: value.limit }), unit, edition)}${value.kind === 'peak' ? peakWords(value) : ''}${reducedWords(value)}`;

/** Returns the unit that all judged values have, for the head of their column; null where they differ. */
function sharedUnit(judgedPosts: readonly JudgedPost[], edition: Edition): string | null {
  const units = new Set(judgedPosts.flatMap(({ values }) => values.map(({ unit }) => unit)));
  const [unit = ''] = units;
  return edition >= 5 && units.size === 1 && unit !== '' ? unit : null;
}

const withUnitOf = (heading: string, unit: string | null): string =>
  unit !== null && unitHeadings.has(heading) ? `${heading}(${unit})` : heading;

const resultColumns = (content: ReportContent, unit: string | null): readonly PrintColumn[] => {
  const { post, point, item } = reportWordsOf(content);
  const headings = [
    '车间',
    post,
    point,
    item,
    '样品编号',
    '采样日期',
    '接触时间',
    '结果类型',
    '检测结果',
    '接触限值',
    '判定',
  ];
  return headings.map((heading) => reportColumn(withUnitOf(heading, unit), figureAlign(content, heading)));
};

const unitHeadings: ReadonlySet<string> = new Set(['检测结果', '接触限值']);
const figureHeadings: ReadonlySet<string> = new Set(['检测结果', '接触限值', '游离SiO₂含量(%)']);
/** Numbers stand below each other by their decimal marks from the fourth edition on. */
const figureAlign = (content: ReportContent, heading: string): PrintColumn['align'] =>
  editionOf(content) >= 4 && figureHeadings.has(heading) ? 'mark' : 'center';

/** Returns the verdict with its reason and, for an open line, the decision. */
function verdictText({ verdict, reason }: JudgedValue, decision: LineDecision | undefined): string {
  const verdictLabels = reason ? `${verdictLabel(verdict)}（${reason}）` : verdictLabel(verdict);
  return decision
    ? `${verdictLabels}；处理决定：${decisionText(decision)}（${decision.person}，${decision.on}）`
    : verdictLabels;
}

type DecisionLookup = (value: JudgedValue) => LineDecision | undefined;

function decidedIn({ results, decisions = [] }: Pick<ReportContent, 'results' | 'decisions'>): DecisionLookup {
  const keys = openKeysOf(results);
  const byKey = new Map(decisions.map((decision) => [decision.key, decision]));
  return (value) => byKey.get(keys.get(value) ?? '');
}

const resultText = (value: JudgedValue, unit: string, edition: Edition): string =>
  value.text
    ? `${quantityText(value.text, unit, edition)}${value.uncertainty ? `，${value.uncertainty}` : ''}${value.highest ? '（最大值）' : ''}`
    : '—';

const correctedCell = (cell: Cell): Exclude<Cell, string> => (typeof cell === 'string' ? { text: cell } : cell);

function resultRows(
  judgedPosts: readonly JudgedPost[],
  decisionOf: DecisionLookup,
  content: ReportContent,
  headUnit: string | null,
): TableBlock['rows'] {
  const edition = editionOf(content);
  // An own layout may have no unit in the head of its column.
  const cellOf = (textWith: (unit: string) => string, { unit }: JudgedValue): Cell =>
    headUnit === null ? textWith(unit) : { text: textWith(''), withUnit: textWith(unit) };
  return judgedPosts.flatMap((post) =>
    post.values.map((value) => [
      post.workshop ?? '—',
      post.place,
      value.point || '—',
      scopedName(content, post.hazardName),
      value.sampleNos.join('、') || '—',
      value.day,
      contactTime(post, edition),
      measuredLabel(value.kind),
      {
        ...correctedCell(cellOf((unit) => resultText(value, unit, edition), value)),
        ...(value.measured && value.measured.num !== value.text ? { raw: value.measured.num } : {}),
      },
      cellOf((unit) => limitText(value, unit, edition), value),
      verdictText(value, decisionOf(value)),
    ]),
  );
}

const testColumns = (content: ReportContent): readonly PrintColumn[] => {
  const { post, point, item, period } = reportWordsOf(content);
  const timed = content.sampledTimes !== undefined;
  const headings = [
    '序号',
    '样品编号',
    '车间',
    post,
    ...(timed ? [point] : []),
    item,
    timed ? '采样日期与起止时间' : '采样日期',
    period,
    '采样时间(min)',
    '检测结果',
    '单位',
  ];
  return headings.map((heading) => reportColumn(heading, figureAlign(content, heading)));
};
function testRows(content: ReportContent): TableBlock['rows'] {
  const { sampledTimes } = content;
  return content.results
    .flatMap(({ tests, hazardName }) => tests.map((test) => ({ test, hazardName })))
    .map(({ test, hazardName }, index) => [
      String(index + 1),
      test.sampleNo,
      test.workshop ?? '—',
      test.place,
      ...(sampledTimes ? [pointOf(test) || '—'] : []),
      scopedName(content, hazardName),
      [test.sampledOn, sampledTimes?.[test.sampleNo]].filter(Boolean).join(' '),
      test.period === 'long' ? '长时间' : test.period === 'short' ? '短时间' : '—',
      test.minutes ?? '—',
      test.result.text,
      test.unit ?? '',
    ]);
}

const comparisonTexts = {
  title: '检测结果占接触限值的百分比',
  share: '占限值(%)',
  bar: '中线为限值；空心为未超过，实心为超过',
} as const;

const hazardFamilies = [
  { title: '粉尘检测结果与判定', of: ['dust'] },
  { title: '化学有害因素检测结果与判定', of: ['chemical', 'biological'] },
  { title: '物理因素检测结果与判定', of: ['physical'] },
  { title: '其他有害因素检测结果与判定', of: ['radiation', 'other'] },
] as const;

const silicaBands = new Map<string, string>(fixedDictionaries.silicaBand.map(({ value, label }) => [value, label]));
const silicaTitle = '粉尘游离二氧化硅含量';

/** Returns the table of free silica, which has no limit of its own but decides which limits apply to a dust. */
const silicaTable = (content: ReportContent): Block[] =>
  reportTable(
    silicaTitle,
    ['序号', '样品编号', '车间', reportWordsOf(content).post, '采样日期', '游离SiO₂含量(%)', '粉尘类别'].map(
      (heading) => reportColumn(heading, figureAlign(content, heading)),
    ),
    (content.silica ?? []).map(({ sampleNo, workshop, place, sampledOn, text, band }, index) => [
      String(index + 1),
      sampleNo,
      workshop ?? '—',
      place,
      sampledOn,
      text,
      (band && silicaBands.get(band)) ?? '—',
    ]),
  );

/** Returns notes on why limits of another hazard were applied. */
function noteBlocks(judgedPosts: readonly JudgedPost[]): Block[] {
  const noteLines = judgedPosts.flatMap(({ workshop, place, hazardName, notes }) =>
    notes.map((note) => `注：${workshop ?? ''}${place}${hazardName}：${note}。`),
  );
  return noteLines.length ? [{ kind: 'lines', lines: noteLines }] : [];
}

/** Returns the blocks of the section of results: judged posts, or the samples of an incoming order. */
export function resultBlocks(content: ReportContent): Block[] {
  const { results, assess, incoming, kind, silica = [] } = content;
  const byNo = new Map(incoming.map((sample) => [sample.sampleNo, sample]));
  if (kind === 'incoming') {
    const columns = ['序号', '样品编号', '原样编号', '样品性状', '收样日期', '检测项目', '检测结果', '单位'].map(
      (heading) => reportColumn(heading, figureAlign(content, heading)),
    );
    const testedRows = [
      ...results.flatMap(({ tests, hazardName }) =>
        tests.map((test) => ({
          sampleNo: test.sampleNo,
          what: scopedName(content, hazardName),
          text: test.result.text,
          unit: test.unit ?? '',
        })),
      ),
      ...silica.map(({ sampleNo, text }) => ({ sampleNo, what: silicaTitle, text, unit: '%' })),
    ];
    const rows = testedRows.map(({ sampleNo, what, text, unit }, index) => {
      const incomingPiece = byNo.get(sampleNo);
      return [
        String(index + 1),
        sampleNo,
        incomingPiece?.clientSampleNo ?? '—',
        incomingPiece?.form ?? '—',
        incomingPiece?.receivedOn ?? '—',
        what,
        text,
        unit,
      ];
    });
    return reportTable('样品检测结果', columns, rows);
  }
  const rawBlocks = sampleBlocks(content);
  return assess ? [...rawBlocks, ...judgedBlocks(content)] : rawBlocks;
}

/** Returns the table of the samples' results, as the result sheet of a report lists them (H.2). */
export const sampleBlocks = (content: ReportContent): Block[] => [
  ...reportTable('样品检测结果', testColumns(content), testRows(content)),
  ...silicaTable(content),
];

/** Returns the tables of judged results by family, with notes on the limits. */
export function judgedBlocks(content: ReportContent): Block[] {
  const { results } = content;
  const decidedPosts = decidedIn(content);
  const familyBlocks = hazardFamilies.flatMap(({ title, of }) => {
    const ofFamily = results.filter(({ category }) => (of as readonly string[]).includes(category));
    const unit = sharedUnit(ofFamily, editionOf(content));
    return reportTable(
      title,
      resultColumns(content, unit),
      resultRows(ofFamily, decidedPosts, content, unit),
      editionOf(content) >= 5 ? { together: 2 } : {},
    );
  });
  return [...familyBlocks, ...noteBlocks(results), ...comparisonBlocks(content)];
}

/** Returns the value as a multiple of its limit; undefined without an upper limit or below what can be measured. */
function multipleOf({ kind, measured, limit }: JudgedValue): number | undefined {
  if (limit === null || kind === 'illuminance' || !measured || measured.censored) return undefined;
  const multiple = Number(measured.num) / Number(limit);
  return Number.isFinite(multiple) && multiple >= 0 ? multiple : undefined;
}

/** Returns a bar of the highest result to its limit for each post and item, from the fourth edition on. */
function comparisonBlocks(content: ReportContent): Block[] {
  if (editionOf(content) < 4) return [];
  const rows = content.results.flatMap((post) => {
    const [highest] = post.values
      .flatMap((value) => {
        const multiple = multipleOf(value);
        return multiple === undefined ? [] : [{ value, multiple }];
      })
      .sort((first, other) => other.multiple - first.multiple);
    if (!highest) return [];
    const { value, multiple } = highest;
    return [
      [
        post.workshop ?? '—',
        post.place,
        scopedName(content, post.hazardName),
        measuredLabel(value.kind),
        `${(multiple * 100).toFixed(multiple < 0.1 ? 1 : 0)}`,
        { text: '', bar: multiple },
      ],
    ];
  });
  const { post, item } = reportWordsOf(content);
  return reportTable(
    comparisonTexts.title,
    [
      ...['车间', post, item, '结果类型'].map((heading) => reportColumn(heading)),
      reportColumn(comparisonTexts.share, 'mark'),
      { ...reportColumn(comparisonTexts.bar), least: 50 },
    ],
    rows,
  );
}

/**
 * Returns whether a working contains a calculation. CSTE=1.8 only repeats the result; a calculation has a middle
 * part.
 */
const isCalculated = ({ working }: Pick<JudgedValue, 'working'>): boolean => working.split('=').length > 2;

/** Returns the workings of all values that are not a sample's own result, so that the reader can verify them. */
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
