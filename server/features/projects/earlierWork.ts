import { and, asc, eq, isNull } from 'drizzle-orm';
import { type EarlierStage, takeOverTexts, wasBefore } from '@contract/features/projects/projectTakeOver';
import { formatDay } from '@server/base/zone';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { broughtPaperTable, broughtSampleTable, projectTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import { nextRowSort } from './nextRowSort';
import { projectPart } from './projectPart';

/** Papers and samples of a job that is taken over are editable until the job is taken over. */
const whileDrafting = { stages: ['draft'], early: takeOverTexts.onlyDraft, late: takeOverTexts.onlyDraft } as const;

/** Save rules of the papers of a job that is taken over. */
export const broughtPaperPolicy: Policy = projectPart(whileDrafting, {
  disabledOperations: ['restore', 'import'],
  async beforeSave({ doneOn }, { services }) {
    if (String(doneOn) > formatDay(services.now(), services.env.zone))
      throw invalid([{ field: 'doneOn', message: takeOverTexts.notLate(String(doneOn)) }]);
    return {};
  },
});

/** Save rules of the samples of a job that is taken over: all samples are saved together. */
export const broughtSamplePolicy: Policy = projectPart(whileDrafting, {
  disabledOperations: ['restore'],
  async beforeSave(draft, { tx }) {
    return draft.rowSort === null || draft.rowSort === undefined
      ? { rowSort: await nextRowSort(tx, broughtSampleTable, Number(draft.project)) }
      : {};
  },
});

/** Returns the papers of a job that was taken over, in the order of their days. */
export const broughtPapers = (orm: Orm, projectId: number) =>
  orm
    .select()
    .from(broughtPaperTable)
    .where(and(eq(broughtPaperTable.project, projectId), isNull(broughtPaperTable.deleteTime)))
    .orderBy(asc(broughtPaperTable.doneOn), asc(broughtPaperTable.id));

/** Checks whether a project was taken over after this work was done on paper. */
export async function wasDoneBefore(orm: Orm, projectId: number, earlierStage: EarlierStage): Promise<boolean> {
  const [projectRow] = await orm
    .select({ takenOverAt: projectTable.takenOverAt, stage: projectTable.stage })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  return projectRow !== undefined && projectRow.stage !== 'draft' && wasBefore(earlierStage, projectRow.takenOverAt);
}

/**
 * Returns the sentence on a paper for work that was done before the project was taken over; null for a paper that
 * this system created.
 */
export async function broughtNote(
  orm: Orm,
  project: { readonly id: number; readonly takenOverAt?: unknown },
  earlierStage: EarlierStage,
): Promise<string | null> {
  if (!wasBefore(earlierStage, project.takenOverAt)) return null;
  const papers = (await broughtPapers(orm, project.id)).filter(({ stage }) => stage === earlierStage);
  return takeOverTexts.onPaper(papers.map(({ paperNo, doneOn, people }) => ({ no: paperNo, on: doneOn, people })));
}

/** Returns people and day of the papers of earlier work; nobody for a job that was not taken over. */
export async function earlierWorkOf(
  orm: Orm,
  project: { readonly id: number; readonly takenOverAt?: unknown },
  earlierStage: EarlierStage,
): Promise<{ readonly people: string[]; readonly on: string | null }> {
  if (!wasBefore(earlierStage, project.takenOverAt)) return { people: [], on: null };
  const papers = (await broughtPapers(orm, project.id)).filter(({ stage }) => stage === earlierStage);
  const peopleNames = papers.flatMap(({ people }) => people.split(/[、，,；;/\s]+/));
  return { people: [...new Set(peopleNames.filter(Boolean))], on: papers[0]?.doneOn ?? null };
}
