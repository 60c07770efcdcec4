import type { Row } from '@contract/entity';
import type { companion } from '../entities/companion';
import type { sample } from '../entities/sample';
import type { samplingDay } from '../entities/samplingDay';
import type { siteMedia } from '../entities/siteMedia';
import type { siteWeather } from '../entities/siteWeather';
import type { SampleRules } from './sampleRules';
import type { ProjectLife } from './samplingDays';
import type { ElsewhereSample } from './siteWarnings';

export type SampleRow = Row<typeof sample>;
export type DayRow = Row<typeof samplingDay>;
export type WeatherRow = Row<typeof siteWeather>;
export type CompanionRow = Row<typeof companion>;
export type MediaRow = Row<typeof siteMedia>;

/** Flow at issue and return, L/min. */
interface CalibratedFlow {
  readonly set: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** An instrument that is or was issued for the project. */
export interface SiteTool {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly eqpKind: string;
  readonly model: string | null;
  /** Value of `instrumentPurpose`; absent in data that a phone loaded from an earlier version. */
  readonly purpose?: string | null;
  /** Due date of the calibration, `YYYY-MM-DD`; null where the instrument needs none or no date is stored. */
  readonly dueOn: string | null;
  /** Flow of its calibration for this project, L/min; absent until it is calibrated. */
  readonly flow?: CalibratedFlow | null;
  /** Whether its flow must still be checked before it samples; absent in data from an earlier version. */
  readonly flowUnchecked?: boolean;
  /** Whether the device has a constant flow, so the flow is not measured after its samples (GBZ 331-2024 E.3). */
  readonly constantFlow: boolean;
}

/** Answer of `GET api/sample/site/:project`: the data that a phone loads for offline work. */
export interface SiteData {
  /** Server time of the answer. */
  readonly at: string;
  readonly project: {
    readonly id: number;
    readonly code: string;
    readonly projectName: string;
    readonly stage: string;
    readonly unitName: string;
  };
  /** People who may have taken the samples: the project's leader and team. */
  readonly team: readonly { readonly id: number; readonly name: string }[];
  readonly tools: readonly SiteTool[];
  readonly days: readonly DayRow[];
  readonly samples: readonly SampleRow[];
  readonly weather: readonly WeatherRow[];
  readonly companions: readonly CompanionRow[];
  readonly media: readonly MediaRow[];
  /** Forms of physical factors, by sample; absent in data that a phone loaded from an earlier version. */
  readonly forms?: Readonly<Record<number, string>>;
  /** Allowed duration, by sample; absent for blanks, and in data that a phone loaded from an earlier version. */
  readonly rules?: Readonly<Record<number, SampleRules>>;
  /** Data that decide on which days the project may be sampled without a remark. */
  readonly life?: ProjectLife;
  /** Samples of other projects that share a sampler or a sampling person with this site. */
  readonly elsewhere?: readonly ElsewhereSample[];
  /** Ids of the media files that are videos. */
  readonly films: readonly string[];
}
