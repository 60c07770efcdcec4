import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { registry } from '@server/app/resources';
import { projectTable, reportTable } from '@server/db/schema';
import { archiveMove } from '@server/features/archive/archiveMove';
import { compiledReport } from '@server/features/reports/compiledReport';
import { reportMark } from '@server/features/reports/movedReport';
import type { Services } from '@server/services';
import { currentFingerprint } from '@server/signing/seenFingerprint';

/** Returns the fingerprint of a project's report as its page shows it; that of nothing where there is none. */
export async function compiledMark(
  services: Services,
  projectId: number,
  id: number | undefined,
): Promise<SeenFingerprint> {
  const { orm } = services.database;
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  const [report] = id === undefined ? [] : await orm.select().from(reportTable).where(eq(reportTable.id, id));
  if (!project || !report) return {};
  const { content } = await compiledReport({ services, registry }, orm, project, report);
  return reportMark(orm, report.id, content);
}

/** Returns the fingerprint of what archiving a project signs now. */
export async function archiveMark(services: Services, id: number): Promise<SeenFingerprint> {
  const { orm } = services.database;
  const [row] = await orm.select().from(projectTable).where(eq(projectTable.id, id));
  if (!row) return {};
  return (
    (await currentFingerprint(
      orm,
      'project',
      id,
      await archiveMove.alsoSigned?.(services, orm, row as unknown as AnyRow),
    )) ?? {}
  );
}
