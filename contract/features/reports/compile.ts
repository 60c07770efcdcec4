import type { JudgedPost } from './judgement/judgeResults';
import { askedLines, decisionTexts, type LineDecision, undecided } from './judgement/openLines';
import type { ReportContent, WrittenSection } from './reportContent';
import { writtenSections } from './reportContent';
import { builtInSections, reportTexts, type TemplateSection, titledStandard } from './reportTexts';
import { conclusionOf, exceedanceOf, failedPosts, fillIn, openPosts, sectionsByVerdict } from './sentences';

export interface ReportSources extends Omit<ReportContent, 'shape' | 'texts' | 'written' | 'results' | 'decisions'> {
  /** What was decided of open lines, oldest first. */
  readonly decisions?: readonly LineDecision[];
  readonly results: readonly JudgedPost[];
  /** What a person wrote, by section; empty where nothing. */
  readonly own: Readonly<Partial<Record<WrittenSection, string | null>>>;
  /** Words of the template that was chosen. */
  readonly template: Readonly<Partial<Record<TemplateSection, string>>>;
  /** What the survey says of the process. */
  readonly process: string | null;
  /** 生产状况 as it was noted on the sampling days and beside the samples, where it was not 正常; a sentence each. */
  readonly production: readonly string[];
}

const range = (days: readonly string[]): string => {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return !first ? '' : first === last ? first : `${first}至${last ?? ''}`;
};

function basisOf({ methods, limits, assess, kind }: ReportSources): string {
  const numbers = [
    ...new Set([
      ...(assess ? limits : []).map(({ standard }) => titledStandard(standard)),
      ...methods.map(({ standardNo }) => standardNo),
    ]),
  ];
  return [
    '《中华人民共和国职业病防治法》',
    ...(kind === 'incoming' ? [] : ['GBZ 159-2004《工作场所空气中有害物质监测的采样规范》']),
    ...numbers,
  ]
    .map((one, at) => `${at + 1}．${one}`)
    .join('\n');
}

function overviewOf({ unit, projectName, people, kind, customerName }: ReportSources): string {
  const facts = [
    unit.industry && `所属行业为${unit.industry}`,
    unit.scale && `企业规模${unit.scale}`,
    unit.workers !== null && `职工总数${unit.workers}人`,
    unit.exposed !== null && `接触职业病危害${unit.exposed}人`,
  ]
    .filter(Boolean)
    .join('，');
  const about = `${unit.name}${unit.address ? `位于${unit.address}` : ''}${facts ? `，${facts}` : ''}。`;
  if (kind === 'incoming') return `${customerName ?? unit.name}委托对所送样品进行检测。`;
  return `${about}${people.sampledOn.length ? `${range(people.sampledOn)}对${projectName}进行现场采样和检测。` : ''}`;
}

/** 气温25.3～26.0℃ of readings as they were written down: 102.0 is not 102. Empty without any. */
export function rangeOf(readings: readonly string[], unit: string, label: string): string {
  const sorted = [...readings].sort((one, other) => Number(one) - Number(other));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) return '';
  return `${label}${Number(high) === Number(low) ? low : `${low}～${high}`}${unit}`;
}

/** Whether what was noted of the production says no more than that it ran as usual. */
export const isUsual = (noted: string): boolean => /^(生产)?正常(生产)?[。.]?$/.test(noted.trim());

function environmentOf({ weather, people, production }: ReportSources): string {
  // What the samplers noted is what the report says: it is signed by the company's companion.
  const ran = production.length ? `生产状况：${production.join('；')}` : '';
  if (!weather.length) return people.sampledOn.length ? (ran ? `采样期间${ran}。` : '采样期间生产正常。') : '';
  const span = (pick: (one: ReportSources['weather'][number]) => string | null, unit: string, label: string): string =>
    rangeOf(
      weather.flatMap((one) => pick(one) ?? []),
      unit,
      label,
    );
  return `采样期间${[span((one) => one.temperature, '℃', '气温'), span((one) => one.pressure, 'kPa', '气压'), span((one) => one.humidity, '%', '相对湿度')].filter(Boolean).join('，')}，${ran || '各岗位生产正常'}。`;
}

/** What the product says in a section where nobody wrote anything. */
function compiled(sources: ReportSources): Record<WrittenSection, string> {
  const { kind, assess, results, template, process } = sources;
  const words = (section: TemplateSection): string | undefined =>
    template[section] ??
    builtInSections[kind][section] ??
    (kind === 'periodic' ? undefined : builtInSections.periodic[section]);
  const { conclusion, advice } = sectionsByVerdict(results, assess);
  const facts = {
    用人单位: sources.unit.name,
    项目编号: sources.projectCode,
    受检地址: sources.unit.address ?? '',
    检测日期: range(sources.people.sampledOn),
    不符合项: failedPosts(results),
    待核实项: openPosts(results),
    报告编号: sources.reportNo,
    机构: sources.agency.name,
    // A template may frame the compiled sentence.
    自动结论: conclusionOf(results),
  };
  const fill = (section: TemplateSection, otherwise: string): string => fillIn(words(section) ?? otherwise, facts);
  return {
    statement: fill('statement', ''),
    basis: fill('basis', basisOf(sources)),
    overview: fill('overview', overviewOf(sources)),
    process: process ?? '',
    environment: kind === 'incoming' ? '' : environmentOf(sources),
    exceedance: assess ? exceedanceOf(results) : '',
    conclusion: assess ? fill(conclusion, conclusionOf(results)) : fill('conclusionPlain', reportTexts.notAssessed),
    advice: advice ? fill(advice, '') : '',
  };
}

/** The report as it would be printed now. The same sources always give the same content. */
export function compileReport(sources: ReportSources): ReportContent {
  const { own, template: _words, process: _process, production: _production, decisions: all = [], ...rest } = sources;
  const held = sources.assess ? askedLines(sources.results, all).flatMap(({ decision }) => decision ?? []) : [];
  const written = writtenSections.filter((section) => own[section]?.trim());
  const texts = {
    ...compiled(sources),
    ...Object.fromEntries(written.map((section) => [section, own[section]?.trim() ?? ''])),
  };
  return { shape: 1, ...rest, ...(held.length > 0 ? { decisions: held } : {}), texts, written };
}

/** What of a report's sources says whether it is complete. */
interface Questioned extends Pick<ReportSources, 'results' | 'silica' | 'assess'> {
  readonly decisions?: readonly LineDecision[];
}

/** How many lines of a report are 待核实 or 无法判定 without a decision; none of one that judges nothing. */
export const undecidedLines = ({ results, assess, decisions = [] }: Questioned): number =>
  assess ? undecided(results, decisions) : 0;

/** Why a report can't be submitted yet; empty when it can. */
export function problemsOf(
  sources: Questioned,
  { openTasks, openRecords }: { readonly openTasks: number; readonly openRecords: number },
): string[] {
  const { results, silica = [] } = sources;
  const unclear = undecidedLines(sources);
  return [
    ...(results.length || silica.length ? [] : [reportTexts.noResults]),
    ...(openRecords ? [reportTexts.recordsOpen(openRecords)] : []),
    ...(openTasks ? [reportTexts.tasksOpen(openTasks)] : []),
    ...(unclear ? [decisionTexts.open(unclear)] : []),
  ];
}
