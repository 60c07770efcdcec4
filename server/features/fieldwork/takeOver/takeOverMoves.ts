import {
  bringsResults,
  bringsSamples,
  earlierThan,
  takeOverMove,
  takeOverStages,
  takeOverTexts,
  type TakeOverStage,
  takesIncoming,
} from '@contract/features/projects/projectTakeOver';
import { startBroughtRecords } from '@server/features/laboratory/takeOver/broughtRecords';
import { broughtPapers } from '@server/features/projects/earlierWork';
import { projectOf } from '@server/features/projects/projectStage';
import { ensureHead } from '@server/features/projects/surveyAndPlanHeads';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { makeBroughtSamples } from './broughtSamples';

/** Requires a scanned paper for each earlier stage of the job. */
async function assertPapers({ tx, row }: MoveContext, stage: TakeOverStage): Promise<void> {
  const incoming = Boolean(row.incoming);
  if (incoming && !takesIncoming(stage)) throw conflict(takeOverTexts.incomingStage);
  const presentStages = new Set((await broughtPapers(tx, row.id)).map(({ stage: earlierStage }) => earlierStage));
  const missingStages = earlierThan(stage, incoming).filter((earlierStage) => !presentStages.has(earlierStage));
  if (missingStages.length) throw conflict(takeOverTexts.papersMissing(missingStages), 'papersMissing');
}

/** Creates the records that the stage works on: survey and plan, samples, and laboratory records. */
async function takeOverAtStage(context: MoveContext, stage: TakeOverStage): Promise<void> {
  const { services, registry, tx, call, row } = context;
  const project = await projectOf(tx, registry, call, row.id);
  if (!project.incoming) {
    await ensureHead(services, registry, tx, call, 'siteSurvey', project);
    if (stage === 'planning' || stage === 'sampling')
      await ensureHead(services, registry, tx, call, 'samplePlan', project);
  }
  // At 样品交接 the client's samples are registered and received here as usual.
  if (!bringsSamples(stage) || (project.incoming && stage === 'handOver')) return;
  const papers = await broughtPapers(tx, project.id);
  const dayOf = (earlierStage: string) => papers.findLast((paper) => paper.stage === earlierStage)?.doneOn ?? null;
  const rows = await makeBroughtSamples(context, project, stage, dayOf('handOver'));
  if (bringsResults(stage)) await startBroughtRecords(context, project, rows, dayOf('testing'));
}

/** Moves that take a running job over at its stage. The form of the project names the stage. */
export const takeOverMoves: Readonly<Record<string, MoveRule>> = Object.fromEntries(
  takeOverStages.map((stage): [string, MoveRule] => [
    takeOverMove(stage),
    {
      withheldReason: ({ takenOverAt }) => (takenOverAt === stage ? null : takeOverTexts.otherStage),
      note: async () => takeOverTexts.moveNote(stage),
      before: (context) => assertPapers(context, stage),
      after: (context) => takeOverAtStage(context, stage),
    },
  ]),
);
