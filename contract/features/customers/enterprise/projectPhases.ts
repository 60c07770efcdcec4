import type { Stage } from '@contract/features/projects/projectMachine';

// Phases of a project as the client sees them; all laboratory work is one phase.

interface PhaseDefinition {
  readonly key: string;
  readonly label: string;
  readonly stages: readonly Stage[];
}

const phaseStages = [
  { key: 'accepted', label: '已受理', stages: ['contractReview'] },
  { key: 'survey', label: '现场调查', stages: ['survey', 'planning', 'planReview'] },
  { key: 'sampling', label: '采样', stages: ['sampling', 'handOver'] },
  { key: 'testing', label: '检测', stages: ['testing', 'recordReview'] },
  { key: 'reporting', label: '报告编制', stages: ['reporting', 'reportReview', 'issuing'] },
  { key: 'issued', label: '已签发', stages: ['archived', 'published'] },
] as const satisfies readonly PhaseDefinition[];

/** Phases of a project with incoming samples; it has no survey and no sampling. */
const incomingPhases: readonly PhaseDefinition[] = phaseStages.flatMap((phase): PhaseDefinition[] =>
  phase.key === 'survey' ? [] : phase.key === 'sampling' ? [{ ...phase, label: '收样' }] : [phase],
);

/** Returns the phases of a project; a project with incoming samples has no site visit. */
const phasesOf = (incoming: boolean): readonly PhaseDefinition[] => (incoming ? incomingPhases : phaseStages);

/** Stages that external users don't see: a draft is not accepted yet. */
export const hiddenStages: readonly Stage[] = ['draft'];

export interface ProjectPhase {
  readonly key: string;
  readonly label: string;
  /** Day on which the phase began; for `issued` the day of the report. */
  readonly on: string | null;
  readonly state: 'done' | 'now' | 'ahead' | 'ended';
}

interface EnteredStage {
  readonly stage: string;
  readonly day: string;
}

/**
 * Returns the phases with their state.
 * @param entered stages with the days of their start, oldest first
 * @param issuedOn issue date of the newest valid report
 */
export function projectPhases({
  stage,
  incoming,
  acceptedOn,
  issuedOn,
  entered,
}: {
  readonly stage: string;
  readonly incoming: boolean;
  readonly acceptedOn: string | null;
  readonly issuedOn: string | null;
  readonly entered: readonly EnteredStage[];
}): ProjectPhase[] {
  const shownPhases = phasesOf(incoming);
  const isTerminated = stage === 'terminated';
  const phaseIndexOf = (stageName: string) =>
    shownPhases.findIndex(({ stages }) => (stages as readonly string[]).includes(stageName));
  // Issuing the report precedes archiving the project.
  const now =
    issuedOn !== null && !isTerminated
      ? shownPhases.length - 1
      : isTerminated
        ? Math.max(0, ...entered.map((entry) => phaseIndexOf(entry.stage)))
        : phaseIndexOf(stage);
  return shownPhases.map(({ key, label, stages }, index) => {
    const first =
      index === 0
        ? acceptedOn
        : key === 'issued'
          ? issuedOn
          : (entered.find((entry) => (stages as readonly string[]).includes(entry.stage))?.day ?? null);
    const state =
      isTerminated && index === now
        ? 'ended'
        : index < now || (index === now && key === 'issued')
          ? 'done'
          : index === now
            ? 'now'
            : 'ahead';
    return { key, label, state, on: state === 'ahead' ? null : first };
  });
}
