import { documentName, mayBeExplained } from '@contract/features/archive/archiveChecklist';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { archiveReasonTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { checkedDocuments } from './checkedDocuments';

/**
 * Stores the reason why a document is missing, in place of an earlier reason.
 * @throws Refusal 409 where the document is not missing or needs the original, or the project is archived
 */
export async function explainMissing(
  services: Services,
  tx: Orm,
  call: Call<{ readonly key: string; readonly reason: string }>,
  project: StoredProject,
): Promise<void> {
  const { key, reason } = call.body;
  const matchingDocument = (await checkedDocuments(services, tx, project)).find((document) => document.key === key);
  const isOpen = matchingDocument?.status === 'missing' || matchingDocument?.status === 'explained';
  if (!matchingDocument || !isOpen || !mayBeExplained(key) || project.archivedOn !== null)
    throw conflict(archiveTexts.notMissing, 'notMissing');
  const set = { reason, personName: call.viewer.user.nickName, time: services.now() };
  await tx
    .insert(archiveReasonTable)
    .values({ projectId: project.id, key, ...set })
    .onConflictDoUpdate({ target: [archiveReasonTable.projectId, archiveReasonTable.key], set });
  await recordAudit(tx, { ...actorOf(call), reason }, [
    {
      action: 'edit',
      entity: projectEntity,
      entityId: project.id,
      title: documentName(matchingDocument),
      organizationId: project.organizationId,
      before: {},
      after: { archive: [documentName(matchingDocument)] },
    },
  ]);
}
