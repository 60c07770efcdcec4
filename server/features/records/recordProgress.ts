import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { RecordProgress } from '@contract/features/records/recordsWire';
import type { Orm } from '@server/db/orm';
import { labSheetTable, labTaskTable } from '@server/db/schema';

const emptyProgress: RecordProgress = {
  recordTotal: 0,
  recordApproved: 0,
  recordWaiting: 0,
  recordDrafting: 0,
  openTasks: 0,
};

/** Returns the progress of the laboratory records of these projects, without corrected ones. */
export async function progressOf(orm: Orm, projects: readonly AnyRow[]): Promise<ReadonlyMap<number, RecordProgress>> {
  const ids = projects.map(({ id }) => id);
  if (!ids.length) return new Map();
  const [sheet, task] = [labSheetTable, labTaskTable];
  const count = sql<number>`count(*)::int`;
  const sheets = await orm
    .select({ project: sheet.project, state: sheet.state, count })
    .from(sheet)
    .where(and(inArray(sheet.project, ids), isNull(sheet.deleteTime), ne(sheet.state, 'corrected')))
    .groupBy(sheet.project, sheet.state);
  const tasks = await orm
    .select({ project: task.project, count })
    .from(task)
    .where(and(inArray(task.project, ids), isNull(task.deleteTime), inArray(task.state, ['waiting', 'distributed'])))
    .groupBy(task.project);
  return new Map(
    ids.map((id) => {
      const projectSheets = sheets.filter(({ project }) => project === id);
      const countByState = (...states: readonly string[]) =>
        projectSheets
          .filter(({ state }) => states.includes(String(state)))
          .reduce((sum, sheet) => sum + sheet.count, 0);
      return [
        id,
        {
          ...emptyProgress,
          recordTotal: projectSheets.reduce((sum, sheet) => sum + sheet.count, 0),
          recordApproved: countByState('approved'),
          recordWaiting: countByState('awaitingReview', 'awaitingApproval'),
          recordDrafting: countByState('drafting'),
          openTasks: tasks.find(({ project }) => project === id)?.count ?? 0,
        },
      ];
    }),
  );
}
