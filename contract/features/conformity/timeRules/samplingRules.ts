import { minShare, periodRule } from '@contract/arithmetic/air/sampledTimeShare';
import type { TimedSample, TimedShift } from './timeFacts';
import {
  dayOf,
  minuteOf,
  outOfOrder,
  overlappingPairs,
  stopFinding,
  type TimeFinding,
  type TimeRule,
  warningFinding,
} from './timeRule';

const minutesOf = ({ start, end }: TimedSample): number | null =>
  start && end ? minuteOf(end) - minuteOf(start) : null;

function shiftFinding({ shiftName, spans, contact, job, representation }: TimedShift): TimeFinding[] {
  if (!contact || !spans.length) return [];
  if (representation === 'periods') return [];
  const sampledMinutes = spans.reduce((sum, { from, until }) => sum + minuteOf(until) - minuteOf(from), 0);
  const minMinutes = (Number(minShare[job]) * contact * 60) / 100;
  return sampledMinutes < minMinutes
    ? [
        stopFinding(
          `${shiftName}采样${sampledMinutes} min，少于接触时间的${minShare[job]}%（${minMinutes} min），请补采`,
        ),
      ]
    : [];
}

function periodFinding({ shiftName, spans, representation }: TimedShift): TimeFinding[] {
  if (representation !== 'periods' || !spans.length) return [];
  if (spans.length < periodRule.periods)
    return [stopFinding(`${shiftName}只有${spans.length}个时段，至少${periodRule.periods}个，请补采`)];
  const sortedSpans = [...spans].sort((a, b) => (a.from < b.from ? -1 : 1));
  return sortedSpans.slice(1).flatMap(({ from }, before) => {
    const gapMinutes = minuteOf(from) - minuteOf(sortedSpans[before]?.until ?? from);
    return gapMinutes < periodRule.gap
      ? [stopFinding(`${shiftName}两个时段间隔${gapMinutes} min，少于${periodRule.gap} min`)]
      : [];
  });
}

function flowFinding({ no, start, end, flowBefore, flowAfter, needsFlowAfter }: TimedSample): TimeFinding[] {
  const flowFindings: TimeFinding[] = [];
  if (start && flowBefore) {
    if (flowBefore.slice(0, start.length) > start)
      flowFindings.push(stopFinding(`样品${no}的采样前流量测于开始之后（${flowBefore}），请核对`));
    else if (minuteOf(dayOf(start)) - minuteOf(dayOf(flowBefore)) > 24 * 60)
      flowFindings.push(warningFinding(`样品${no}的采样前流量测于${flowBefore}，不在当天或前一天，请说明`));
  }
  if (end && needsFlowAfter && flowAfter) {
    if (flowAfter < end) flowFindings.push(stopFinding(`样品${no}的采样后流量测于结束之前（${flowAfter}），请核对`));
    else if (dayOf(flowAfter) !== dayOf(end))
      flowFindings.push(warningFinding(`样品${no}的采样后流量测于${flowAfter}，不在采样当天，请说明`));
  }
  return flowFindings;
}

/** Time rules of sampling (T06–T16, T27). */
export const samplingRules: readonly TimeRule[] = [
  {
    id: 'T06',
    title: '一名劳动者不同时携带两个同项目的个体样品',
    clause: null,
    find: ({ samples }) =>
      overlappingPairs(
        samples.flatMap(({ no, item, worker, start, end }) =>
          worker && start && end ? [{ no, name: `${worker} ${item}`, from: start, until: end }] : [],
        ),
      ).map(([first, other]) => warningFinding(`样品${first.no}和${other.no}同一时间由${first.name}佩戴，请说明`)),
  },
  {
    id: 'T07',
    title: '结束晚于开始；测MAC不超过15 min，PC-STEL为15 min',
    clause: '5.2.6.2.3c',
    find: ({ samples }) =>
      samples.flatMap((sample) => {
        const minutes = minutesOf(sample);
        if (minutes === null) return [];
        if (minutes <= 0) return [stopFinding(`样品${sample.no}的结束时间不晚于开始时间，请核对`)];
        if (sample.ceiling && minutes > 15)
          return [stopFinding(`样品${sample.no}测MAC采样${minutes} min，超过15 min，请重采`)];
        return sample.brief && minutes !== 15
          ? [warningFinding(`样品${sample.no}测PC-STEL采样${minutes} min，一般15 min，请说明`)]
          : [];
      }),
  },
  {
    id: 'T08',
    title: '长时间采样不少于接触时间的25%（固定）或50%（流动）',
    clause: '5.2.6.2.3c1',
    find: ({ shifts }) => shifts.flatMap(shiftFinding),
  },
  {
    id: 'T09',
    title: '吸收液和采气袋至少2个时段，间隔不少于1 h',
    clause: '5.2.6.2.3c1',
    find: ({ shifts }) => shifts.flatMap(periodFinding),
  },
  {
    id: 'T10',
    title: '采样在岗位的班次之内',
    clause: '5.2.6.2.1',
    find: ({ samples }) =>
      samples.flatMap(({ no, start, end, shift }) => {
        if (!start || !end || !shift) return [];
        const [from, until] = [start.slice(11, 16), end.slice(11, 16)];
        // A shift over midnight ends on the next day.
        const withinShift =
          shift.until > shift.from
            ? from >= shift.from && until <= shift.until
            : (from >= shift.from || from <= shift.until) && (until <= shift.until || until >= shift.from);
        return withinShift
          ? []
          : [warningFinding(`样品${no}采于${from}～${until}，不在班次${shift.from}～${shift.until}内，请说明`)];
      }),
  },
  {
    id: 'T11',
    title: '采样前后流量在当天（前可为前一天）测定，先后有序',
    clause: 'E.1',
    find: ({ samples }) => samples.flatMap(flowFinding),
  },
  {
    id: 'T12',
    title: '采样与检测当天仪器在检定校准有效期内',
    clause: '5.2.6.1、5.2.6.3.1a',
    find: ({ samples, tests }) => [
      ...samples.flatMap(({ no, day, device, deviceDue }) =>
        day && device && deviceDue && deviceDue < day
          ? [stopFinding(`样品${no}：${device}的检定校准已于${deviceDue}过期，采样日为${day}`)]
          : [],
      ),
      ...tests.flatMap(({ no, from, until, instrument, instrumentDue }) => {
        const last = until ?? from;
        return last && instrument && instrumentDue && instrumentDue < dayOf(last)
          ? [stopFinding(`记录${no}：${instrument}的检定校准已于${instrumentDue}过期，检测至${dayOf(last)}`)]
          : [];
      }),
    ],
  },
  {
    id: 'T13',
    title: '声级计测量前校准、测量后核查，同一天',
    clause: '5.2.6.1c',
    find: ({ meters }) =>
      meters.flatMap(({ name, before, after, readings }) => {
        const [first, last] = [[...readings].sort()[0] ?? null, [...readings].sort().at(-1) ?? null];
        const days = new Set([before, first, last, after].flatMap((at) => (at ? [dayOf(at)] : [])));
        return [
          ...outOfOrder([
            [`${name}测量前校准`, before],
            [`${name}首个读数`, first],
            [`${name}末个读数`, last],
            [`${name}测量后核查`, after],
          ]),
          ...(days.size > 1
            ? [stopFinding(`${name}的校准、读数和核查不在同一天（${[...days].join('、')}），请核对`)]
            : []),
        ];
      }),
  },
  {
    id: 'T14',
    title: '收集器在有效期内使用，空白与样品同一批',
    clause: '5.2.6.2.3e',
    find: ({ samples }) =>
      samples.flatMap(({ no, day, lot, lotUntil, blankLots }) => [
        ...(day && lotUntil && lotUntil < day
          ? [stopFinding(`样品${no}的收集器批号${lot ?? ''}已于${lotUntil}过期`)]
          : []),
        ...(lot && blankLots.length && !blankLots.includes(lot)
          ? [stopFinding(`样品${no}的收集器批号为${lot}，空白为${blankLots.join('、')}，请关联同批空白`)]
          : []),
      ]),
  },
  {
    id: 'T15',
    title: '采样结束、交样、收样、检测依次进行，收样前不检测',
    clause: '5.2.6.2.6',
    find: ({ samples, tests }) =>
      samples.flatMap(({ no, end, handedOver, received }) => {
        const testDay = tests
          .filter((test) => test.samples.includes(no))
          .flatMap(({ from }) => from ?? [])
          .sort()[0];
        return outOfOrder([
          [`样品${no}采样结束`, end],
          [`样品${no}交样`, handedOver],
          [`样品${no}收样`, received],
          [`样品${no}检测`, testDay ?? null],
        ]);
      }),
  },
  {
    id: 'T16',
    title: '在保存期限内检测，共用收集器的取最短期限',
    clause: '5.2.6.3.1b',
    find: ({ samples, tests }) =>
      samples.flatMap(({ no, keepUntil }) => {
        if (!keepUntil) return [];
        const lateTest = tests.find((test) => test.samples.includes(no) && dayOf(test.from ?? '') > keepUntil);
        return lateTest
          ? [
              stopFinding(
                `样品${no}应在${keepUntil}前检测，记录${lateTest.no}的检测日期为${dayOf(lateTest.from ?? '')}`,
              ),
            ]
          : [];
      }),
  },
  {
    id: 'T27',
    title: '采样温度、气压合理',
    clause: null,
    find: ({ samples }) =>
      samples.flatMap(({ no, temperature, pressure }) => [
        ...(temperature !== null && (Number(temperature) < -30 || Number(temperature) > 50)
          ? [warningFinding(`样品${no}的气温为${temperature} ℃，请核对`)]
          : []),
        ...(pressure !== null && (Number(pressure) < 60 || Number(pressure) > 106)
          ? [warningFinding(`样品${no}的气压为${pressure} kPa，请核对`)]
          : []),
      ]),
  },
];
