import { currentEdition, quantityText } from '@contract/print/paperEdition';
import { exceedanceOf } from './conclusion/exceedanceAnalysis';
import { type MarkedHazard, markedAdvice } from './conclusion/markedAdvice';
import { exceedingPostsText, openPostsText } from './conclusion/postNames';
import { conclusionOf, sectionsByVerdict } from './conclusion/reportConclusion';
import type { JudgedPost } from './judgement/judgeResults';
import { linesWithDecisions, decisionTexts, type LineDecision, countUndecided } from './judgement/openLines';
import type { ReportContent, WrittenSection } from './reportContent';
import { writtenSections } from './reportContent';
import { isEvaluationReport } from './reportKinds';
import { builtInSections, methodStandard, reportTexts, type TemplateSection, titledStandard } from './reportTexts';

/** Replaces {names} in a template by facts of the report; an unknown name stays. */
const fillIn = (template: string, placeholders: Readonly<Record<string, string>>): string =>
  template.replace(/\{([^{}]+)\}/g, (matched, name: string) => placeholders[name] ?? matched);

export interface ReportSources extends Omit<
  ReportContent,
  'shape' | 'edition' | 'texts' | 'written' | 'results' | 'decisions'
> {
  /** Decisions on open lines, oldest first. */
  readonly decisions?: readonly LineDecision[];
  readonly results: readonly JudgedPost[];
  /** Text that a person wrote, by section; empty where nobody wrote one. */
  readonly ownTexts: Readonly<Partial<Record<WrittenSection, string | null>>>;
  /** Text of the chosen template. */
  readonly template: Readonly<Partial<Record<TemplateSection, string>>>;
  /** Description of the process from the survey. */
  readonly process: string | null;
  /**
   * 生产状况 of sampling days and samples where it was not 正常, one sentence each; null where nothing is known about it.
   */
  readonly production: readonly string[] | null;
  /** Tested hazards with the marks 皮, 敏 and G of their limits. */
  readonly marked?: readonly MarkedHazard[];
}

const dayRange = (days: readonly string[]): string => {
  const sortedDays = [...days].sort();
  const [first, last] = [sortedDays[0], sortedDays.at(-1)];
  return !first ? '' : first === last ? first : `${first}至${last ?? ''}`;
};

function basisOf({ methods, limits, results, assess, kind }: ReportSources): string {
  const numbers = [
    ...new Set([
      ...(assess ? limits : []).map(({ standard }) => titledStandard(standard)),
      // A yearly dose has no limit in the library.
      ...(assess ? results : []).flatMap(({ values }) =>
        values.flatMap(({ standard, limitId }) => (standard && limitId === null ? [titledStandard(standard)] : [])),
      ),
      ...methods.map(methodStandard),
    ]),
  ];
  return [
    '《中华人民共和国职业病防治法》',
    ...(isEvaluationReport(kind) ? evaluationBases : []),
    ...(kind === 'incoming' ? [] : ['GBZ 159-2004《工作场所空气中有害物质监测的采样规范》']),
    ...numbers,
  ]
    .map((line, index) => `${index + 1}．${line}`)
    .join('\n');
}

/** Formats a day for the text of a report: `2026-10-18` becomes 2026年10月18日. */
const formalDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

function overviewOf({ unit, people, kind, customerName }: ReportSources): string {
  const unitFacts = [
    unit.industry && `所属行业为${unit.industry}`,
    unit.scale && `企业规模为${unit.scale}`,
    unit.workers !== null && `职工总数${unit.workers}人`,
    unit.exposed !== null && `接触职业病危害${unit.exposed}人`,
  ]
    .filter(Boolean)
    .join('，');
  const unitSentence = `${unit.name}${unit.address ? `位于${unit.address}` : ''}${unitFacts ? `，${unitFacts}` : ''}。`;
  if (kind === 'incoming') return `${customerName ?? unit.name}委托对所送样品进行检测。`;
  const days = [...people.sampledOn].sort().map(formalDay);
  return `${unitSentence}${days.length ? `本机构于${[...new Set([days[0], days.at(-1)])].join('至')}对该单位工作场所进行了现场采样和检测。` : ''}`;
}

/**
 * Formats a range, e.g. 气温25.3～26.0 ℃, with the recorded digits: 102.0 stays 102.0. It is empty without readings.
 * @param readings decimals as recorded
 * @param unit unit behind the range
 * @param label name of the quantity before the range
 */
export function rangeOf(readings: readonly string[], unit: string, label: string): string {
  const sortedReadings = [...readings].sort((first, other) => Number(first) - Number(other));
  const [lowest, highest] = [sortedReadings[0], sortedReadings.at(-1)];
  if (lowest === undefined || highest === undefined) return '';
  return `${label}${quantityText(Number(highest) === Number(lowest) ? lowest : `${lowest}～${highest}`, unit)}`;
}

/** Returns whether a note on the production says only that it ran normally. */
export const isUsual = (condition: string): boolean => /^(生产)?正常(生产)?[。.]?$/.test(condition.trim());

function environmentOf({ weather, people, production }: ReportSources): string {
  // The report repeats the samplers' record, because the company's companion signed it.
  const productionSentence = production?.length ? `生产状况：${production.join('；')}` : '';
  const withProduction = (text: string): string => (production ? text : '');
  if (!weather.length)
    return people.sampledOn.length
      ? productionSentence
        ? `采样期间${productionSentence}。`
        : withProduction('采样期间生产正常。')
      : '';
  const spanText = (
    readingOf: (one: ReportSources['weather'][number]) => string | null,
    unit: string,
    label: string,
  ): string =>
    rangeOf(
      weather.flatMap((row) => readingOf(row) ?? []),
      unit,
      label,
    );
  const readings = [
    spanText((row) => row.temperature, '℃', '气温'),
    spanText((row) => row.pressure, 'kPa', '气压'),
    spanText((row) => row.humidity, '%', '相对湿度'),
  ];
  return `采样期间${[...readings, productionSentence || withProduction('各岗位生产正常')].filter(Boolean).join('，')}。`;
}

/** Puts the employer's risk class before the conclusion of a check (GBZ 331-2024 5.2.8.2 h). */
const withRiskClass = (conclusion: string, riskClass: string | undefined): string =>
  riskClass ? `${reportTexts.riskClass(riskClass)}\n${conclusion}` : conclusion;

/** Adds the advice for marked hazards to the advice, numbered on (GBZ 331-2024 5.2.8.2 i). */
function withMarked(text: string, markedLines: readonly string[]): string {
  const lines = text ? text.split('\n') : [];
  return [...lines, ...markedLines.map((line, index) => `${lines.length + index + 1}．${line}`)].join('\n');
}

/** Standards of an evaluation beside those of its tests. */
const evaluationBases = ['GBZ 331-2024《职业卫生技术服务工作规范》', 'GBZ 1-2010《工业企业设计卫生标准》'];

/** Returns the generated text of each section. */
function compiledSections(sources: ReportSources): Record<WrittenSection, string> {
  const { kind, assess, results, template, process } = sources;
  const templateText = (section: TemplateSection): string | undefined =>
    template[section] ??
    builtInSections[kind][section] ??
    (kind === 'periodic' ? undefined : builtInSections.periodic[section]);
  const { conclusion, advice } = sectionsByVerdict(results, assess);
  const placeholders = {
    用人单位: sources.unit.name,
    项目编号: sources.projectCode,
    受检地址: sources.unit.address ?? '',
    检测日期: dayRange(sources.people.sampledOn),
    不符合项: exceedingPostsText(results),
    待核实项: openPostsText(results),
    报告编号: sources.reportNo,
    机构: sources.agency.name,
    // A template may contain the generated conclusion as a placeholder.
    自动结论: conclusionOf(results),
  };
  const fillSection = (section: TemplateSection, fallback: string): string =>
    fillIn(templateText(section) ?? fallback, placeholders);
  return {
    statement: fillSection('statement', ''),
    basis: fillSection('basis', basisOf(sources)),
    overview: fillSection('overview', overviewOf(sources)),
    process: process ?? '',
    environment: kind === 'incoming' ? '' : environmentOf(sources),
    exceedance: assess ? exceedanceOf(results) : '',
    conclusion: assess
      ? withRiskClass(
          fillSection(conclusion, conclusionOf(results)),
          isEvaluationReport(kind) ? undefined : sources.unit.riskClass,
        )
      : fillSection('conclusionPlain', reportTexts.notAssessed),
    advice: advice ? fillSection(advice, '') : '',
  };
}

/** Compiles the report from its sources. The same sources always give the same content. */
export function compileReport(sources: ReportSources): ReportContent {
  const {
    ownTexts,
    template: _words,
    process: _process,
    production: _production,
    marked = [],
    decisions: allDecisions = [],
    ...contentRest
  } = sources;
  const validDecisions = sources.assess
    ? linesWithDecisions(sources.results, allDecisions).flatMap(({ decision }) => decision ?? [])
    : [];
  const ownSections = writtenSections.filter((section) => ownTexts[section]?.trim());
  const automatic = compiledSections(sources);
  const texts = {
    ...automatic,
    advice: withMarked(
      automatic.advice,
      sources.evaluation?.markedAdvice ?? (sources.assess ? markedAdvice(marked) : []),
    ),
    ...Object.fromEntries(ownSections.map((section) => [section, ownTexts[section]?.trim() ?? ''])),
  };
  return {
    shape: 1,
    edition: currentEdition,
    ...contentRest,
    ...(validDecisions.length > 0 ? { decisions: validDecisions } : {}),
    texts,
    written: ownSections,
  };
}

/** Sources that decide whether a report is complete. */
interface CompletenessSources extends Pick<ReportSources, 'results' | 'silica' | 'assess'> {
  readonly decisions?: readonly LineDecision[];
}

/** Counts the lines that are 待核实 or 无法判定 without a decision; 0 for a report without assessment. */
export const undecidedLines = ({ results, assess, decisions = [] }: CompletenessSources): number =>
  assess ? countUndecided(results, decisions) : 0;

/** Returns the reasons why a report can't be submitted yet; empty where it can. */
export function problemsOf(
  sources: CompletenessSources,
  { openTasks, openRecords }: { readonly openTasks: number; readonly openRecords: number },
): string[] {
  const { results, silica = [] } = sources;
  const undecidedCount = undecidedLines(sources);
  return [
    ...(results.length || silica.length ? [] : [reportTexts.noResults]),
    ...(openRecords ? [reportTexts.recordsOpen(openRecords)] : []),
    ...(openTasks ? [reportTexts.tasksOpen(openTasks)] : []),
    ...(undecidedCount ? [decisionTexts.open(undecidedCount)] : []),
  ];
}
