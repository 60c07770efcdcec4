import { normDays } from '@contract/arithmetic/limits/standardEdition';
import { dayOf, minuteOf, outOfOrder, overlappingPairs, stopFinding, type TimeRule, warningFinding } from './timeRule';

const monthToMinute = (timestamp: string): string => timestamp.slice(5, 16);

/** Time rules of the project, its people, its instruments and its report (T01–T05, T22–T26, T28, T29). */
export const projectRules: readonly TimeRule[] = [
  {
    id: 'T01',
    title: '合同评审、合同签订、现场调查依次进行',
    clause: '5.2.1.1',
    find: ({ reviewedOn, contractOn, surveyedOn }) =>
      outOfOrder([
        ['合同评审', reviewedOn],
        ['合同签订', contractOn],
        ['现场调查', surveyedOn],
      ]),
  },
  {
    id: 'T02',
    title: '现场调查、方案批准、采样依次进行',
    clause: '5.2.5、8.2.4.1',
    find: ({ surveyedOn, planApprovedOn, samples }) =>
      outOfOrder([
        ['现场调查', surveyedOn],
        ['方案批准', planApprovedOn],
        ['首个样品', samples.flatMap(({ start }) => start ?? []).sort()[0] ?? null],
      ]),
  },
  {
    id: 'T03',
    title: '现场调查和采样各至少2名专业技术人员',
    clause: '5.2.3.1、5.2.6.2.2',
    find: ({ surveyedOn, surveyors, days }) => [
      ...(surveyedOn !== null && surveyors < 2
        ? [stopFinding(`现场调查只有${surveyors}人，至少2人，请补充调查人`)]
        : []),
      ...days
        .filter(({ collectors }) => collectors < 2)
        .map(({ on, collectors }) => stopFinding(`${on}采样只有${collectors}人，至少2人，请补充采样人`)),
    ],
  },
  {
    id: 'T04',
    title: '同一人不同时在两个工作场所，往返时间足够',
    clause: null,
    find: ({ people, travelMinutes }) => {
      const conflictingPairs = overlappingPairs(people).filter(
        ([firstOccupiedSpan, otherOccupiedSpan]) => firstOccupiedSpan.where !== otherOccupiedSpan.where,
      );
      const sortedStays = [...people].sort((a, b) => (a.from < b.from ? -1 : 1));
      const hurriedFindings = sortedStays.flatMap((stay, index) => {
        const nextOccupiedSpan = sortedStays
          .slice(index + 1)
          .find((otherOccupiedSpan) => otherOccupiedSpan.name === stay.name && otherOccupiedSpan.where !== stay.where);
        if (!nextOccupiedSpan || nextOccupiedSpan.from < stay.until) return [];
        const gapMinutes = Math.floor(minuteOf(nextOccupiedSpan.from) - minuteOf(stay.until));
        return gapMinutes < travelMinutes
          ? [
              warningFinding(
                `${stay.name}离开${stay.where}后${gapMinutes}分钟到${nextOccupiedSpan.where}，请说明往返方式`,
              ),
            ]
          : [];
      });
      return [
        ...conflictingPairs.map(([firstOccupiedSpan, otherOccupiedSpan]) =>
          stopFinding(
            `${firstOccupiedSpan.name}在${monthToMinute(otherOccupiedSpan.from)}同时在${firstOccupiedSpan.where}和${otherOccupiedSpan.where}，请核对人员和时间`,
          ),
        ),
        ...hurriedFindings,
      ];
    },
  },
  {
    id: 'T05',
    title: '一台采样器、剂量计或测量仪同一时间只用于一处',
    clause: null,
    find: ({ devices }) =>
      overlappingPairs(devices).map(([firstOccupiedSpan, otherOccupiedSpan]) =>
        stopFinding(
          `${firstOccupiedSpan.name}在${monthToMinute(otherOccupiedSpan.from)}同时用于${firstOccupiedSpan.where}和${otherOccupiedSpan.where}，请核对仪器和时间`,
        ),
      ),
  },
  {
    id: 'T22',
    title: '编制、审核、批准依次签名，互不为同一人',
    clause: '8.2.5.6、8.2.6.1',
    find: ({ tests, report }) => {
      const chains = [
        ...tests.map(({ no, signed }) => ({
          what: `记录${no}`,
          steps: signed.map(({ person, at }, step) => ({ label: `第${step + 1}个签名`, person, at })),
        })),
        ...(report ? [{ what: `报告${report.no}`, steps: report.steps }] : []),
      ];
      return chains.flatMap(({ what, steps }) => {
        const signers = steps.flatMap(({ person }) => person ?? []);
        return [
          ...outOfOrder(steps.map(({ label, at }) => [`${what}${label}`, at] as const)),
          ...(new Set(signers).size < signers.length ? [stopFinding(`${what}有同一人签了两步，请由不同的人签名`)] : []),
        ];
      });
    },
  },
  {
    id: 'T23',
    title: '检测与记录审核完成后编写报告，依次审核、签发、盖章、发放',
    clause: '5.2.9',
    find: ({ tests, report }) => {
      if (!report) return [];
      const last = (values: readonly (string | null)[]): string | null =>
        values
          .flatMap((at) => at ?? [])
          .sort()
          .at(-1) ?? null;
      const approved = last(tests.flatMap(({ signed }) => signed.map(({ at }) => at)));
      return outOfOrder([
        ['最后一次检测', last(tests.map(({ until }) => until && dayOf(until)))],
        ['最后一次记录审核', approved],
        ...report.steps.map(({ label, at }) => [label, at] as const),
      ]);
    },
  },
  {
    id: 'T24',
    title: '签发后15个工作日内报送，20个工作日内公开和归档',
    clause: '4.2、5.2.10.3',
    find: ({ report, today }) => {
      if (!report?.due || !report.issuedOn) return [];
      const { due, reportedOn, publishedOn, archivedOn } = report;
      return (
        [
          ['报送', due.reportBy, reportedOn],
          ['公开', due.publishBy, publishedOn],
          ['归档', due.archiveBy, archivedOn],
        ] as const
      ).flatMap(([event, deadline, doneOn]) =>
        (doneOn ?? today) > deadline ? [warningFinding(`${event}应在${deadline}前完成，${doneOn ?? '尚未完成'}`)] : [],
      );
    },
  },
  {
    id: 'T25',
    title: '每一天的工作都有有效的授权、培训和资质',
    clause: '4.1.2、4.4.2',
    find: ({ authorised, lapsedEducation, untrained, undosed }) => [
      ...untrained.map(({ person, day }) =>
        stopFinding(`${person}在${day}没有考核合格的上岗培训，请登记人员档案，或更换人员`),
      ),
      ...undosed
        .filter(({ day }) => day >= normDays.gbz331)
        .map(({ person, day }) =>
          warningFinding(`${person}在${day}测量放射性因素，没有当期的个人剂量监测，请登记人员档案，或更换人员`),
        ),
      ...authorised
        .filter(({ isAuthorised }) => !isAuthorised)
        .map(({ person, work, day }) => stopFinding(`${person}在${day}没有“${work}”的有效授权，请核对授权或更换人员`)),
      ...lapsedEducation.map(({ person, endedOn, day }) =>
        warningFinding(`${person}的继续教育有效期至${endedOn}，${day}已过期，请安排继续教育并登记人员档案，或更换人员`),
      ),
    ],
  },
  {
    id: 'T26',
    title: '一人一天不超过24 h，样品与进样数量合理',
    clause: null,
    find: ({ dayCounts, mostSamples, mostInjections }) =>
      dayCounts.flatMap(({ person, day, samples, injections, hours }) => [
        ...(hours > 24 ? [warningFinding(`${person}在${day}的工作时间为${hours} h，请核对`)] : []),
        ...(samples > mostSamples
          ? [warningFinding(`${person}在${day}采样${samples}个，多于${mostSamples}个，请说明`)]
          : []),
        ...(injections > mostInjections
          ? [warningFinding(`${person}在${day}进样${injections}次，多于${mostInjections}次，请说明`)]
          : []),
      ]),
  },
  {
    id: 'T28',
    title: '影像的拍摄时间在调查或采样当天',
    clause: '5.2.3.1c、5.2.6.2.1',
    find: ({ photographs, surveyedOn, days }) =>
      photographs.flatMap(({ activity, at }) => {
        const expectedDates = activity === 'survey' ? (surveyedOn ? [surveyedOn] : []) : days.map(({ on }) => on);
        return expectedDates.length && !expectedDates.includes(dayOf(at))
          ? [
              warningFinding(
                `${activity === 'survey' ? '现场调查' : '采样'}影像拍摄于${at}，不在${expectedDates.join('、')}，请说明`,
              ),
            ]
          : [];
      }),
  },
  {
    id: 'T29',
    title: '现状评价的化学因素至少采样3个工作班',
    clause: '6.2.7.1',
    find: ({ evaluation, chemicalShifts, days }) =>
      evaluation && days.length > 0 && chemicalShifts < 3
        ? [stopFinding(`化学因素采样${chemicalShifts}个工作班，现状评价至少3个，请增加采样日`)]
        : [],
  },
];
