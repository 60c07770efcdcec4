import type { ExchangeModel, ServiceItem } from './exchangeModel';
import type { MessageFault, MessageContext } from './messageFields';

// Rules of the provincial interface about several fields together (platform formats A.11, 4–6). They are checked
// here, so that a person knows before the platform refuses.

type RuleFault = Omit<MessageFault, 'kind'>;

/** Returns faults about days that are not in the required order. */
function dayOrderFaults({ order, service }: ExchangeModel): RuleFault[] {
  const days = [
    ['委托日期', order.date, 'entrustOrgInfo.entrustDate', 'project', 'contractOn'],
    ['现场调查日期', service.surveyFrom, 'reportInfo.beginSurveyDate', 'survey', 'surveyedOn'],
    ['现场采样开始日期', service.sampledFrom, 'reportInfo.beginSamplingDate', 'sampling', undefined],
    ['现场采样结束日期', service.sampledTo, 'reportInfo.endSamplingDate', 'sampling', undefined],
    ['报告签发日期', service.reportDate, 'reportInfo.reportDate', 'report', undefined],
  ] as const;
  return days.flatMap(([label, day, path, place, filledAs], index) => {
    const before = days[index - 1];
    return before?.[1] && day && day < before[1]
      ? [
          {
            path,
            label,
            message: `${label}${day}早于${before[0]}${before[1]}`,
            place,
            ...(filledAs ? { filledAs } : {}),
          },
        ]
      : [];
  });
}

/** Returns faults about points that were measured on another day than the sampling. */
const offDays = ({ points, service: { sampledFrom, sampledTo } }: ExchangeModel): RuleFault[] =>
  points.flatMap(({ day, place, hazard }, index) =>
    day && sampledFrom && sampledTo && (day < sampledFrom || day > sampledTo)
      ? [
          {
            path: `detectionPoint[${index}].checkDate`,
            label: `检测点第${index + 1}行：检测日期`,
            message: `${place ?? ''}的${hazard}检测日期${day}不在采样日期${sampledFrom}至${sampledTo}内`,
            place: 'sampling' as const,
          },
        ]
      : [],
  );

/** Returns faults about work with fewer people than required, two or one (GBZ 331-2024 5.2.3.1, 5.2.6.2.2). */
function shortHanded({ participants, points }: ExchangeModel): RuleFault[] {
  const countFor = (item: ServiceItem) => participants.filter(({ items }) => items.includes(item)).length;
  const hasLaboratoryTests = points.some(({ category }) => category === 'dust' || category === 'chemical');
  const rules = [
    ['survey', '现场调查人员', 2, 'survey'],
    ['sampling', '现场采样人员', 2, 'sampling'],
    ['laboratory', '实验室检测人员', hasLaboratoryTests ? 1 : 0, 'report'],
  ] as const;
  return rules.flatMap(([item, label, minPeople, place]) =>
    countFor(item) < minPeople
      ? [{ path: 'participantList', label, message: `${label}应不少于${minPeople}人，现为${countFor(item)}人`, place }]
      : [],
  );
}

/** Notes fields that contradict each other. */
export function noteProvincialRules(model: ExchangeModel, { faults }: MessageContext): void {
  const { people, exposed } = model.workplace;
  const tooMany: RuleFault[] =
    people !== null && exposed !== null && exposed > people
      ? [
          {
            path: 'empInfo.contactHazardNum',
            label: '接触职业病危害人数',
            message: `接触职业病危害人数${exposed}大于职工总数${people}`,
            place: 'unit',
            filledAs: 'exposedCount',
          },
        ]
      : [];
  for (const fault of [...tooMany, ...dayOrderFaults(model), ...offDays(model), ...shortHanded(model)])
    faults.push({ kind: 'malformed', ...fault });
}
