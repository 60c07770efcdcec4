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

/** An instrument that is out for the project, or has been. */
export interface SiteTool {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly eqpKind: string;
  readonly model: string | null;
  /** `YYYY-MM-DD`; null where it needs no calibration, or nobody has said until when it holds. */
  readonly dueOn: string | null;
  /** Nothing is measured after its samples (GBZ 331-2024 E.3). */
  readonly constantFlow: boolean;
}

/** `GET api/sample/site/:project`: what a telephone takes along. */
export interface SiteData {
  /** The server's clock. */
  readonly at: string;
  readonly project: {
    readonly id: number;
    readonly code: string;
    readonly projectName: string;
    readonly stage: string;
    readonly unitName: string;
  };
  /** Who may have taken the samples: the project's leader and team. */
  readonly team: readonly { readonly id: number; readonly name: string }[];
  readonly tools: readonly SiteTool[];
  readonly days: readonly DayRow[];
  readonly samples: readonly SampleRow[];
  readonly weather: readonly WeatherRow[];
  readonly companions: readonly CompanionRow[];
  readonly media: readonly MediaRow[];
  /**
   * By sample, the form on which a physical factor is read at the place; a telephone that was last on line before there
   * were any has none.
   */
  readonly forms?: Readonly<Record<number, string>>;
  /** By sample, how long it may take; none for blanks, and where a telephone was last on line before there were any. */
  readonly rules?: Readonly<Record<number, SampleRules>>;
  /** On which days it is sampled without a word. */
  readonly life?: ProjectLife;
  /** Samples of other projects that share a sampler or a collector with this site. */
  readonly elsewhere?: readonly ElsewhereSample[];
  /** Those of the media's files that are films. */
  readonly films: readonly string[];
}
