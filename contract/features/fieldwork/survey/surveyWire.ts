import type { Row } from '@contract/entity';
import type { Openness } from '@contract/features/projects/openness';
import type { siteSurvey } from '../entities/siteSurvey';

/** `GET api/siteSurvey/of/:projectId` */
export interface SurveyOf extends Openness {
  /** None before the project has reached the stage. */
  readonly survey: Row<typeof siteSurvey> | null;
  readonly counts: {
    readonly hazards: number;
    readonly workshops: number;
    readonly posts: number;
    readonly files: number;
    /** Rows that do not say how many are exposed, or for how long: a submission will ask for it. */ readonly unmeasured: number;
    /** Rows whose limits hang on a condition of exposure that they do not say. */ readonly withoutCondition: number;
  };
}

/** `GET api/siteSurvey/earlier/:projectId`: other projects of the same unit whose survey has rows, newest first. */
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
 * `POST api/siteSurvey/copy`; one of `from` and `template`. Without `mode`, rows that are there stop it with 409
 * `rowsExist`.
 */
export interface CopySurvey {
  readonly project: number;
  readonly from?: number | undefined;
  readonly template?: number | undefined;
  readonly mode?: 'append' | 'replace' | undefined;
  /** The earlier survey's files, too. */
  readonly files?: boolean | undefined;
}

/** What a copy or a generation brought, and what it could not. */
export interface Brought {
  readonly added: number;
  readonly removed: number;
  readonly files?: number;
  readonly problems: readonly string[];
}
