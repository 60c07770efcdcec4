import type { Row } from '@contract/entity';
import type { StageEditability } from '@contract/features/projects/stageEditability';
import type { siteSurvey } from '../entities/siteSurvey';

/** Answer of `GET api/siteSurvey/of/:projectId`. */
export interface SurveyOf extends StageEditability {
  /** Survey of the project; null before the project reaches the stage. */
  readonly survey: Row<typeof siteSurvey> | null;
  readonly counts: {
    readonly hazards: number;
    readonly workshops: number;
    readonly posts: number;
    readonly files: number;
    /** Number of rows without exposed people or exposure time; submission requires them. */
    readonly unmeasured: number;
    /** Number of rows without the exposure condition on which the limits of their hazard depend. */
    readonly withoutCondition: number;
  };
}

/**
 * Answer of `GET api/siteSurvey/earlier/:projectId`: other projects of the same unit whose survey has rows, newest
 * first.
 */
export interface EarlierSurvey {
  readonly project: number;
  readonly code: string;
  readonly projectName: string;
  readonly surveyedOn: string | null;
  readonly createTime: string;
  readonly rows: number;
  readonly files: number;
}

/**
 * Body of `POST api/siteSurvey/copy`, with either `from` or `template`. Without `mode`, existing rows cause 409
 * `rowsExist`.
 */
export interface CopySurvey {
  readonly project: number;
  readonly from?: number | undefined;
  readonly template?: number | undefined;
  readonly mode?: 'append' | 'replace' | undefined;
  /** Copies the earlier survey's files too. */
  readonly files?: boolean | undefined;
}

/** Result of a copy or a generation: the added rows, and the reasons why others could not be added. */
export interface CopyResult {
  readonly added: number;
  readonly removed: number;
  readonly files?: number;
  readonly problems: readonly string[];
}
