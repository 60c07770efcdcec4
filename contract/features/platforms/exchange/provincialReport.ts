import type { ExchangeModel, ExchangePoint, ExchangeResult, ExchangeSettings } from './exchangeModel';
import {
  codeOf,
  filledLine,
  type FilledTable,
  isLeftOut,
  noteUnmapped,
  scaledNumber,
  type ShownCell,
  type ShownPart,
  shownGroup,
  type MessageContext,
} from './messageFields';
import { provincialGroups } from './provincialFields';
import { noteProvincialRules } from './provincialRules';

// Provincial check report, SOAP and XML (platform formats A): groups, people and points. Header and signatures are
// added at sending (`server/features/platforms/exchange/provincialEnvelope.ts`).

/** The report as nested elements, in the order of the platform's schema. */
type MessageTree = Readonly<Record<string, unknown>>;

export interface ProvincialReport {
  readonly report: MessageTree;
  readonly parts: readonly ShownPart[];
}

interface WrittenResult {
  readonly code: string;
  readonly result: string;
  readonly unit: string;
  readonly ours: string;
}

/** Converts a result to the platform's code and unit; null where it has no code or is left out. */
function resultOf(exchangeResult: ExchangeResult, path: string, context: MessageContext): WrittenResult | null {
  const resultCode = codeOf(context, 'result', exchangeResult.kind);
  if (!resultCode) {
    noteUnmapped(context, 'result', exchangeResult.kind, '结果项', `${path}.code`);
    return null;
  }
  if (isLeftOut(resultCode)) return null;
  const ownUnit = exchangeResult.unit ?? '';
  const unit =
    resultCode.factor || ownUnit === '' ? (resultCode.unitCode ?? undefined) : codeOf(context, 'unit', ownUnit)?.code;
  if (unit === undefined) {
    noteUnmapped(context, 'unit', ownUnit || exchangeResult.kind, '计量单位', `${path}.unit`);
    return null;
  }
  if (!/^<?\d+(\.\d+)?$/.test(exchangeResult.text))
    context.faults.push({
      kind: 'malformed',
      path: `${path}.result`,
      label: '结果',
      message: `结果“${exchangeResult.text}”应为数值，或“<”加数值`,
      place: 'report',
    });
  return {
    code: resultCode.code,
    result: scaledNumber(exchangeResult.text, resultCode.factor),
    unit,
    ours: `${exchangeResult.text}${ownUnit ? ` ${ownUnit}` : ''}`,
  };
}

interface WrittenPoint {
  readonly values: FilledTable['values'];
  readonly cells: readonly ShownCell[];
  readonly results: readonly WrittenResult[];
}

/** Converts a point with its results; null for a point that the platform does not accept. */
function pointOf(exchangePoint: ExchangePoint, index: number, context: MessageContext): WrittenPoint | null {
  const path = `detectionPoint[${index}]`;
  const hazard = codeOf(context, 'hazard', exchangePoint.hazard);
  if (hazard && isLeftOut(hazard)) {
    context.notes.push(`${exchangePoint.place ?? ''}的${exchangePoint.hazard}：平台不接收该项目，不上报`);
    return null;
  }
  if (exchangePoint.verdict === 'notAssessed') {
    context.notes.push(`${exchangePoint.place ?? ''}的${exchangePoint.hazard}：报告未作评价，不上报`);
    return null;
  }
  const { values, cells } = filledLine(
    provincialGroups.detectionPoint,
    exchangePoint,
    path,
    `检测点第${index + 1}行：`,
    context,
  );
  const writtenResults = exchangePoint.results.flatMap(
    (result, resultIndex) => resultOf(result, `${path}.result[${resultIndex}]`, context) ?? [],
  );
  if (writtenResults.length === 0 && !context.faults.some(({ kind }) => kind === 'unmapped'))
    context.faults.push({
      kind: 'missing',
      path: `${path}.result`,
      label: `检测点第${index + 1}行：结果`,
      message: `缺少检测点第${index + 1}行的结果`,
      place: 'report',
    });
  return { values, cells, results: writtenResults };
}

/** Returns the points for display. */
const shownPoints = (writtenPoints: readonly WrittenPoint[]): ShownPart => ({
  title: `检测点（${writtenPoints.length}）`,
  columns: [
    ...provincialGroups.detectionPoint.map(({ name, label }) => ({ name, label })),
    { name: 'result', label: '结果（结果项 数值 单位）' },
  ],
  rows: writtenPoints.map(({ cells, results }) => [
    ...cells,
    {
      sentText: results.map(({ code, result, unit }) => `${code} ${result} ${unit}`).join('；'),
      ourText: results.map(({ ours }) => ours).join('；'),
    },
  ]),
});

/** Returns the people with the codes of their work, and the part for display. */
function participantsOf(model: ExchangeModel, context: MessageContext): { list: MessageTree[]; part: ShownPart } {
  const rows: ShownCell[][] = [];
  const list = model.participants.map((person, index) => {
    const path = `participant[${index}]`;
    const { values } = filledLine(provincialGroups.participant, person, path, `参与人员第${index + 1}行：`, context);
    const serviceItem = person.items.flatMap((serviceItem) => {
      const serviceCode = codeOf(context, 'serviceItem', serviceItem);
      if (!serviceCode) noteUnmapped(context, 'serviceItem', serviceItem, '服务事项', `${path}.serviceItem`);
      return serviceCode && !isLeftOut(serviceCode)
        ? [{ itemCode: serviceCode.code, itemName: serviceCode.name ?? serviceItem }]
        : [];
    });
    rows.push([
      { sentText: person.name, ourText: null },
      { sentText: serviceItem.map(({ itemCode, itemName }) => `${itemCode} ${itemName}`).join('；'), ourText: null },
    ]);
    return { ...values, serviceItemList: { serviceItem } };
  });
  if (list.length === 0)
    context.faults.push({
      kind: 'missing',
      path: 'participantList',
      label: '参与人员',
      message: '缺少参与人员',
      place: 'project',
      filledAs: 'team',
    });
  return {
    list,
    part: {
      title: `参与人员（${list.length}）`,
      columns: [
        { name: 'name', label: '姓名' },
        { name: 'serviceItem', label: '服务事项' },
      ],
      rows,
    },
  };
}

const groupTitles = [
  ['entrustOrgInfo', '委托单位'],
  ['empInfo', '用人单位'],
  ['serviceArea', '服务地点'],
  ['checkOrgInfo', '检测机构'],
  ['writeOrgInfo', '填报机构'],
  ['reportInfo', '报告'],
] as const;

/**
 * Builds the report for the provincial interface. Missing values and values without a code are noted in `context`.
 * @param model data of the report
 * @param settings settings of the connector
 */
export function provincialReport(
  model: ExchangeModel,
  settings: ExchangeSettings,
  context: MessageContext,
): ProvincialReport {
  const source = { ...model, settings };
  if (model.service.corrects)
    context.notes.push(`本报告更正${model.service.corrects}；平台没有撤回接口，原报告已上报的请与平台办理撤回`);
  const groups = Object.fromEntries(
    groupTitles.map(([name]) => [name, filledLine(provincialGroups[name], source, name, '', context)]),
  ) as Readonly<Record<(typeof groupTitles)[number][0], FilledTable>>;
  const participants = participantsOf(model, context);
  const writtenPoints = model.points.flatMap((point, index) => pointOf(point, index, context) ?? []);
  if (writtenPoints.length === 0)
    context.faults.push({
      kind: 'missing',
      path: 'detectionPointList',
      label: '检测点',
      message: '缺少检测点',
      place: 'report',
    });
  noteProvincialRules(model, context);
  return {
    report: {
      entrustOrgInfo: groups.entrustOrgInfo.values,
      empInfo: { ...groups.empInfo.values, serviceAreaList: { serviceArea: [groups.serviceArea.values] } },
      checkOrgInfo: groups.checkOrgInfo.values,
      writeOrgInfo: groups.writeOrgInfo.values,
      reportInfo: { ...groups.reportInfo.values, participantList: { participant: participants.list } },
      detectionPointList: {
        detectionPoint: writtenPoints.map(({ values, results }) => ({
          ...values,
          resultList: { result: results.map(({ code, result, unit }) => ({ code, result, unit })) },
        })),
      },
    },
    parts: [
      ...groupTitles.map(([name, title]) => shownGroup(title, provincialGroups[name], groups[name])),
      participants.part,
      shownPoints(writtenPoints),
    ],
  };
}
