import type { TimeSpan, TimedTest } from './timeFacts';
import { dayOf, outOfOrder, overlappingPairs, stopFinding, type TimeRule, warningFinding } from './timeRule';

/** Maximum number of samples between two controls (5.2.6.3.1 i). */
const samplesPerControl = 50;

const spansCover = (spans: readonly TimeSpan[], { from, until }: TimedTest): boolean =>
  from === null ||
  spans.some((span) => span.from.slice(0, from.length) <= from && span.until.slice(0, from.length) >= (until ?? from));

const injectionsOf = ({ injections }: TimedTest) => [...injections].sort((a, b) => (a.at < b.at ? -1 : 1));

/** Returns each injection once: a run gives several records their readings. */
const uniqueInjections = <S extends { readonly name: string; readonly from: string }>(spans: readonly S[]): S[] => [
  ...new Map(spans.map((span) => [`${span.name} ${span.from}`, span])).values(),
];

/** Time rules of the laboratory (T17–T21, T30). */
export const laboratoryRules: readonly TimeRule[] = [
  {
    id: 'T17',
    title: '储备液、曲线、进样依次进行，储备液未过期，同一仪器的进样不重叠',
    clause: '5.2.6.3.1f',
    find: ({ tests }) => [
      ...tests.flatMap((test) => {
        const { no, stockMade, stockUntil, curveMade, from } = test;
        const first = injectionsOf(test)[0]?.at ?? from;
        return [
          ...outOfOrder([
            [`记录${no}储备液配制`, stockMade],
            [`记录${no}曲线配制`, curveMade],
            [`记录${no}进样`, first],
          ]),
          ...(stockUntil && first && stockUntil < dayOf(first)
            ? [stopFinding(`记录${no}的储备液已于${stockUntil}过期，检测日期为${dayOf(first)}`)]
            : []),
        ];
      }),
      ...overlappingPairs(
        uniqueInjections(
          tests.flatMap(({ instrument, injections }) =>
            instrument ? injections.map(({ at, until }) => ({ name: instrument, from: at, until })) : [],
          ),
        ),
      ).map(([, other]) => stopFinding(`${other.name}在${other.from}的进样与前一次重叠，请核对`)),
    ],
  },
  {
    id: 'T18',
    title: '两次称量先后有序、条件相同，采样前后用同一天平',
    clause: 'GBZ/T 192.1-2025',
    find: ({ weighings }) =>
      weighings.flatMap(({ filter, balance, first, second, conditionsEqual, afterBalance }) => [
        ...outOfOrder([
          [`滤膜${filter}第一次称量`, first],
          [`滤膜${filter}第二次称量`, second],
        ]),
        ...(conditionsEqual ? [] : [stopFinding(`滤膜${filter}两次称量的温湿度条件不同，请重新称量`)]),
        ...(afterBalance !== null && afterBalance !== balance
          ? [stopFinding(`滤膜${filter}采样前用${balance}、采样后用${afterBalance}称量，应为同一天平`)]
          : []),
      ]),
  },
  {
    id: 'T19',
    title: '样品前先测空白和质控，至少每50个样品再测质控',
    clause: '5.2.6.3.1i',
    find: ({ tests }) =>
      tests.flatMap((test) => {
        const order = injectionsOf(test);
        const first = order.findIndex(({ kind }) => kind === 'sample');
        if (first < 0) return [];
        const before = new Set(order.slice(0, first).map(({ kind }) => kind));
        let [sinceControl, longestRun] = [0, 0];
        for (const { kind } of order) {
          if (kind === 'control') sinceControl = 0;
          if (kind === 'sample') sinceControl += 1;
          longestRun = Math.max(longestRun, sinceControl);
        }
        return [
          ...(before.has('blank') && before.has('control')
            ? []
            : [stopFinding(`记录${test.no}在样品前没有${before.has('blank') ? '质控样' : '空白'}，请补测`)]),
          ...(longestRun > samplesPerControl
            ? [stopFinding(`记录${test.no}连续测了${longestRun}个样品没有质控样，至少每${samplesPerControl}个测一次`)]
            : []),
        ];
      }),
  },
  {
    id: 'T20',
    title: '每次检测都有仪器使用记录，同一仪器的使用不重叠',
    clause: '5.2.6.3.1d',
    find: ({ tests }) => [
      ...tests.flatMap((test) =>
        test.log !== null && !spansCover(test.log, test)
          ? [warningFinding(`记录${test.no}没有覆盖检测时间的${test.instrument ?? '仪器'}使用记录，请补充或说明`)]
          : [],
      ),
      ...overlappingPairs(
        tests.flatMap(({ instrument, log }) =>
          instrument && log ? log.map((span) => ({ name: instrument, ...span })) : [],
        ),
      ).map(([, other]) => warningFinding(`${other.name}在${other.from}的使用与前一次重叠，请核对`)),
    ],
  },
  {
    id: 'T21',
    title: '称量与检测时有房间温湿度记录',
    clause: '5.2.6.3.1c',
    find: ({ tests }) =>
      tests.flatMap((test) =>
        test.room !== null && !spansCover(test.room, test)
          ? [warningFinding(`记录${test.no}的检测时间没有房间温湿度记录，请补充或说明`)]
          : [],
      ),
  },
  {
    id: 'T30',
    title: '检测当天方法与限值现行有效',
    clause: '5.2.8.2a',
    find: ({ tests }) =>
      tests.flatMap(({ no, inForce }) =>
        inForce === false ? [stopFinding(`记录${no}所用的方法在检测当天不在有效期内，请更换方法或说明版本`)] : [],
      ),
  },
];
