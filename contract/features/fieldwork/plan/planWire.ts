import type { Row } from '@contract/entity';
import type { StageEditability } from '@contract/features/projects/stageEditability';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { samplePlan } from '../entities/samplePlan';
import type { UntestedHazard } from './notTested';
import type { CheckedPlan } from './planChecks';
import type { PlanTotals } from './planTotals';

/** Answer of `GET api/samplePlan/of/:projectId`. */
export interface PlanOf extends StageEditability {
  readonly plan: Row<typeof samplePlan> | null;
  /** Fingerprint of the content that a signature would cover; null without a plan. */
  readonly asSeen: SeenFingerprint | null;
  readonly rows: number;
  readonly surveyRows: number;
  /** Minimum number of days for the type of the project (DOMAIN §1.1). */
  readonly leastDays: number;
}

/** Body of `POST api/samplePlan/generate`: the source is the survey or a template. */
export interface GeneratePlan {
  readonly project: number;
  readonly template?: number | undefined;
  readonly mode?: 'append' | 'replace' | undefined;
  readonly peaks?: boolean | undefined;
}

/** Answer of `GET api/samplePlan/totals/:projectId`, with display names. */
export interface NamedTotals extends Omit<PlanTotals, 'hazards' | 'samplers'> {
  readonly hazards: readonly (PlanTotals['hazards'][number] & {
    readonly names: readonly string[];
    readonly methodName: string | null;
    readonly standardNo: string | null;
  })[];
  readonly samplers: readonly (PlanTotals['samplers'][number] & { readonly hazardName: string | null })[];
}

/** Answer of `GET api/samplePlan/check/:projectId`. */
export interface PlanCheck extends CheckedPlan {
  /**
   * Surveyed hazards that no row tests, with the reasons that the libraries know; also planned hazards with a chosen
   * reason.
   */
  readonly notTested: readonly UntestedHazard[];
}
