import { calibrationState } from '@contract/features/equipment/equipmentRules';

// Field data that each sample requires before a report may contain it (GBZ 331-2024 5.2.6.1, 5.2.6.2.5, 5.2.8.2 f):
// the data themselves, or a stated reason.

interface GapDay {
  readonly id: number;
  /** `YYYY-MM-DD` */
  readonly sampledOn: string;
}

/** A sample; blanks and voided samples are excluded. */
interface GapSample {
  readonly id: number;
  readonly sampleNo: string;
  readonly day: number | null;
  /** False while the sample is planned: its instrument and sampler are recorded when it is taken. */
  readonly taken: boolean;
  readonly workshop: string | null;
  readonly place: string | null;
  /** A pump drew the air. */
  readonly pumped: boolean;
  readonly equipment: {
    readonly eqpNo: string;
    readonly eqpName: string;
    readonly calibrationKind: string | null;
    readonly calibrationDue: string | null;
  } | null;
  /** People who took the sample: named on the sample, else on its day, else the person who recorded it as taken. */
  readonly collectors: readonly string[];
}

interface GapFacts {
  readonly days: readonly GapDay[];
  readonly samples: readonly GapSample[];
  /** Ids of days with weather data. */
  readonly weatherDays: ReadonlySet<number>;
  /** Ids of days on which a companion of the company signed. */
  readonly companionDays: ReadonlySet<number>;
}

export interface FieldGap {
  /** Key of the gap within its project, e.g. `pump-12`, `weather-3`. */
  readonly key: string;
  /** Sentence that states what is missing and where. */
  readonly title: string;
}

export const gapTexts = {
  noPump: (place: string) => `${place}：没有采样仪器`,
  noCalibration: (place: string, name: string) => `${place}：采样仪器${name}没有检定/校准有效期`,
  calibrationOver: (place: string, name: string, dueDate: string, day: string) =>
    `${place}：采样仪器${name}的检定/校准已于${dueDate}过期，不能用于${day}的采样；请补充有效的检定/校准信息，或者重新采样`,
  noCollector: (place: string) => `${place}：没有采样人`,
  noWeather: (day: string) => `${day}：没有气象条件`,
  noCompanion: (day: string) => `${day}：没有陪同人签名`,
  unsaid: (title: string) => `${title}，请补全，或在“现场缺项说明”中说明原因`,
  heading: '现场缺项说明',
  explained: (title: string, reason: string) => `${title}。说明：${reason}`,
} as const;

const whereOf = ({ sampleNo, workshop, place }: GapSample): string =>
  `样品${sampleNo}${workshop || place ? `（${[workshop, place].filter(Boolean).join(' ')}）` : ''}`;

function pumpGap(sample: GapSample, day: string | undefined): FieldGap[] {
  if (!sample.pumped) return [];
  const [placeText, key] = [whereOf(sample), `pump-${sample.id}`];
  const { equipment } = sample;
  if (!equipment) return [{ key, title: gapTexts.noPump(placeText) }];
  const name = `${equipment.eqpNo} ${equipment.eqpName}`;
  const state = day === undefined ? 'none' : calibrationState(equipment, day);
  if (state === 'missing') return [{ key, title: gapTexts.noCalibration(placeText, name) }];
  return state === 'expired'
    ? [{ key, title: gapTexts.calibrationOver(placeText, name, equipment.calibrationDue ?? '', day ?? '') }]
    : [];
}

/** Lists the missing field data of a project, by day and sample. */
export function fieldGapsOf({ days, samples, weatherDays, companionDays }: GapFacts): FieldGap[] {
  const dayOf = new Map(days.map(({ id, sampledOn }) => [id, sampledOn]));
  const sampledDays = days.filter(({ id }) => samples.some(({ day }) => day === id));
  return [
    ...sampledDays.flatMap(({ id, sampledOn }): FieldGap[] => [
      ...(weatherDays.has(id) ? [] : [{ key: `weather-${id}`, title: gapTexts.noWeather(sampledOn) }]),
      ...(companionDays.has(id) ? [] : [{ key: `companion-${id}`, title: gapTexts.noCompanion(sampledOn) }]),
    ]),
    ...samples
      .filter(({ taken }) => taken)
      .flatMap((sample): FieldGap[] => [
        ...pumpGap(sample, sample.day === null ? undefined : dayOf.get(sample.day)),
        ...(sample.collectors.length > 0
          ? []
          : [{ key: `collector-${sample.id}`, title: gapTexts.noCollector(whereOf(sample)) }]),
      ]),
  ];
}

/** A gap with its stated reason, or null where no reason is stated. */
export interface FieldGapWithReason extends FieldGap {
  readonly reason: string | null;
}

/** Adds the stated reason to each gap; null where there is none. */
export const withReasons = (
  gaps: readonly FieldGap[],
  reasons: Readonly<Record<string, string>> | null,
): FieldGapWithReason[] => gaps.map((gap) => ({ ...gap, reason: reasons?.[gap.key]?.trim() || null }));
