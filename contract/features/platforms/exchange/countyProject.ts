import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { countyKinds, countyProjectFields, type CountyKind } from './countyFields';
import type { ExchangeModel, ExchangePoint, ExchangeResult, ExchangeSettings } from './exchangeModel';
import { filledLine, type ShownPart, shownGroup, type MessageContext } from './messageFields';

// County platform, JSON (platform formats B): first the project, then one call for each kind of result in it.

interface CountyChildren {
  /** Path of the call, e.g. `ThirdPrjDust/add`. */
  readonly path: string;
  readonly title: string;
  readonly children: readonly Readonly<Record<string, string>>[];
}

export interface CountyProject {
  readonly project: Readonly<Record<string, string>>;
  readonly kinds: readonly CountyChildren[];
  readonly parts: readonly ShownPart[];
}

const numberOf = (text: string): number => Number(text.replace(/^</, '')) || 0;

/** Returns the highest of several values of a kind; of equal values one that is not below its minimum. */
function highestOf(exchangeResults: readonly ExchangeResult[]): ExchangeResult | undefined {
  const [firstExchangeResult, ...others] = exchangeResults;
  return others.reduce<ExchangeResult | undefined>((highestExchangeResult, candidate) => {
    if (!highestExchangeResult) return candidate;
    const [a, b] = [numberOf(highestExchangeResult.text), numberOf(candidate.text)];
    return b > a || (b === a && highestExchangeResult.text.startsWith('<')) ? candidate : highestExchangeResult;
  }, firstExchangeResult);
}

/** Returns the exposure as a share of 8 h in %, at most 100 (GBZ 2.2: 接触时间率). */
function timeShare(hours: string | null): string | null {
  if (hours === null || !/^\d+(\.\d+)?$/.test(hours)) return null;
  const shiftPercent = new Decimal(hours).dividedBy(8).times(100);
  return shiftPercent.greaterThan(100) ? '100' : shiftPercent.toDecimalPlaces(1).toString();
}

/** Returns the input for the fields of a kind: the point, its values by kind, and its reduction. */
function lineOf(exchangePoint: ExchangePoint) {
  const value: Record<string, string> = {};
  const verdict: Record<string, string> = {};
  const reduction: Record<string, { by: string; factor: string }> = {};
  for (const kind of new Set(exchangePoint.results.map((result) => result.kind))) {
    const highestResult = highestOf(exchangePoint.results.filter((result) => result.kind === kind));
    if (!highestResult) continue;
    value[kind] = highestResult.text;
    verdict[kind] = highestResult.verdict;
    if (highestResult.reduction) reduction[kind] = highestResult.reduction;
  }
  return { ...exchangePoint, value, verdictOf: verdict, reduction, timeShare: timeShare(exchangePoint.hoursPerDay) };
}

/** Returns the kind of a point: the first whose category, values and name match. */
const kindOf = (exchangePoint: ExchangePoint): CountyKind | undefined =>
  countyKinds.find(
    ({ category, kinds, named }) =>
      category === exchangePoint.category &&
      (!kinds || exchangePoint.results.some(({ kind }) => kinds.includes(kind))) &&
      (!named || named.test(exchangePoint.hazard)),
  );

/**
 * Builds the project and its rows. Missing values and values without a code are noted in `context`.
 * @param model data of the report
 * @param settings settings of the connector
 */
export function countyProject(
  model: ExchangeModel,
  settings: ExchangeSettings,
  context: MessageContext,
): CountyProject {
  const source = { ...model, settings, standardId: model.service.limitsOf === '2007' ? '1' : '2' };
  const project = filledLine(countyProjectFields, source, 'project', '', context);
  const byKind = new Map<CountyKind, ExchangePoint[]>();
  for (const exchangePoint of model.points) {
    const kind = kindOf(exchangePoint);
    if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), exchangePoint]);
    else context.notes.push(`${exchangePoint.place ?? ''}的${exchangePoint.hazard}：平台没有该项目的上报表，不上报`);
  }
  const kinds = [...byKind].map(([kind, exchangePoints]) => {
    const rows = exchangePoints.map((point, index) =>
      filledLine(kind.fields, lineOf(point), `${kind.path}[${index}]`, `${kind.title}第${index + 1}行：`, context),
    );
    return {
      path: `${kind.path}/add`,
      title: kind.title,
      children: rows.map(({ values }) => values),
      part: {
        title: `${kind.title}（${rows.length}）`,
        columns: kind.fields.map(({ name, label }) => ({ name, label })),
        rows: rows.map(({ cells }) => cells),
      },
    };
  });
  if (kinds.length === 0)
    context.faults.push({
      kind: 'missing',
      path: 'children',
      label: '检测结果',
      message: '缺少检测结果',
      place: 'report',
    });
  return {
    project: project.values,
    kinds: kinds.map(({ path, title, children }) => ({ path, title, children })),
    parts: [shownGroup('项目', countyProjectFields, project), ...kinds.map(({ part }) => part)],
  };
}
