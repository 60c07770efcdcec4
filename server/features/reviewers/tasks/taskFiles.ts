import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { OutsideFile } from '@contract/features/reviewers/reviewerWire';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable, labSheetTable, siteMediaTable, storedFileTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { StoredTask } from '../reviewerRows';

interface TaskFile extends OutsideFile {
  /** Id of the upload. */
  readonly file: string;
}

/** Returns photographs of the field work. */
async function fieldPhotographs(orm: Orm, projectId: number, zone: string): Promise<TaskFile[]> {
  const labels = new Map<string, string>(fixedDictionaries.sceneActivity.map(({ value, label }) => [value, label]));
  const [media, file] = [siteMediaTable, storedFileTable];
  const rows = await orm
    .select({
      id: media.id,
      file: file.id,
      name: file.name,
      activity: media.activity,
      place: media.place,
      takenAt: media.takenAt,
    })
    .from(media)
    .innerJoin(file, eq(file.id, media.content))
    .where(and(eq(media.project, projectId), isNull(media.deleteTime), isNull(file.deleteTime)))
    .orderBy(asc(media.takenAt), asc(media.id));
  return rows.map(({ id, activity, place, takenAt, ...mediaRest }) => ({
    ...mediaRest,
    key: `media-${id}`,
    title: outsideTexts.photograph,
    about: [labels.get(activity ?? ''), place, takenAt && formatMoment(takenAt, zone)].filter(Boolean).join(' '),
  }));
}

/** Returns certificates of the instruments that were taken to the site or used for tests. */
async function instrumentCertificates(orm: Orm, projectId: number): Promise<TaskFile[]> {
  const [toolTable, usage, sheet, file] = [equipmentTable, equipmentUseTable, labSheetTable, storedFileTable];
  const wasTaken = sql`${toolTable.id} in (select ${usage.equipment} from ${usage}
    where ${usage.project} = ${projectId} and ${usage.deleteTime} is null)`;
  const wasCalibrator = sql`${toolTable.id} in (select ${usage.calibrator} from ${usage}
    where ${usage.project} = ${projectId} and ${usage.deleteTime} is null)`;
  const wasTested = sql`${toolTable.id} in (select ${sheet.instrument} from ${sheet}
    where ${sheet.project} = ${projectId} and ${sheet.deleteTime} is null)`;
  const rows = await orm
    .select({
      id: toolTable.id,
      file: file.id,
      name: file.name,
      eqpNo: toolTable.eqpNo,
      eqpName: toolTable.eqpName,
      no: toolTable.certificateNo,
      due: toolTable.calibrationDue,
    })
    .from(toolTable)
    .innerJoin(file, eq(file.id, toolTable.certificate))
    .where(and(or(wasTaken, wasCalibrator, wasTested), isNotNull(toolTable.certificate), isNull(file.deleteTime)))
    .orderBy(asc(toolTable.eqpNo));
  return rows.map(({ id, eqpNo, eqpName, no, due, ...certificateRest }) => ({
    ...certificateRest,
    key: `certificate-${id}`,
    title: outsideTexts.certificate,
    about: [eqpName, eqpNo, no, due && outsideTexts.validUntil(due)].filter(Boolean).join(' '),
  }));
}

/**
 * Returns the uploads that an external reviewer may open for a task: only photographs and certificates of its project.
 */
export const filesOfTask = async (orm: Orm, task: Pick<StoredTask, 'project'>, zone: string): Promise<TaskFile[]> => [
  ...(await fieldPhotographs(orm, task.project, zone)),
  ...(await instrumentCertificates(orm, task.project)),
];

/**
 * Returns an upload of the task's project.
 * @throws Refusal 404 for another file
 */
export async function fileOfTask(
  orm: Orm,
  task: Pick<StoredTask, 'project'>,
  zone: string,
  key: string,
): Promise<TaskFile> {
  const file = (await filesOfTask(orm, task, zone)).find((entry) => entry.key === key);
  if (!file) throw notFound(outsideTexts.noPaper);
  return file;
}
