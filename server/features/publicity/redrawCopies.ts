import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { publicityStatus } from '@contract/features/publicity/publicityWire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { reportFormulaTable, reportSceneTable, reportTable, storedFileTable } from '@server/db/schema';
import { frozenContent } from '@server/features/reports/movedReport';
import { systemCall } from '@server/http/systemCall';
import { requiredOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { copyRules, publicCopyPdf } from './publicCopy';

// Draws published copies again that follow earlier privacy rules. The signed paper does not change.

type StoredNotice = typeof reportFormulaTable.$inferSelect;

/** Checks whether a public copy follows the current rules. */
export const copyIsCurrent = (rules: number | null): boolean => rules === copyRules;

/** Draws the copy of a notice by the current rules; null if its report no longer exists or is no longer public. */
async function drawnAnew(services: Services, notice: StoredNotice): Promise<Uint8Array<ArrayBuffer> | null> {
  const { orm } = services.database;
  if (notice.status !== publicityStatus.published || notice.deleteTime !== null) return null;
  const [report] = await orm
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.notice, notice.id), isNull(reportTable.deleteTime)));
  const content = report && (await frozenContent(orm, report.id));
  if (!content) return null;
  const isShownCondition = and(
    eq(reportSceneTable.formula, notice.id),
    eq(reportSceneTable.consented, true),
    isNull(reportSceneTable.deleteTime),
  );
  const scenes = await orm.select({ picture: reportSceneTable.picture }).from(reportSceneTable).where(isShownCondition);
  const visibleParts = {
    companionPublic: notice.companionPublic !== false,
    pictures: scenes.map(({ picture }) => picture),
  };
  return publicCopyPdf(
    services,
    orm,
    report,
    content,
    visibleParts,
    await requiredOrigin(services, orm, report.organizationId),
  );
}

/**
 * Replaces the former copy, unless the report was published again since.
 * @returns whether the copy was replaced
 */
async function replaceCopy(
  services: Services,
  tx: Orm,
  notice: StoredNotice,
  copy: { id: string; bytes: Uint8Array } | null,
): Promise<boolean> {
  const [currentNotice] = await tx
    .select()
    .from(reportFormulaTable)
    .where(eq(reportFormulaTable.id, notice.id))
    .for('update');
  if (currentNotice?.reportFile !== notice.reportFile || currentNotice?.status !== notice.status) return false;
  const time = services.now();
  if (copy) {
    const sha256 = createHash('sha256').update(copy.bytes).digest('hex');
    const name = `${notice.reportNo} 公示副本.pdf`;
    const file = {
      id: copy.id,
      organizationId: notice.organizationId,
      name,
      mime: 'application/pdf',
      size: copy.bytes.length,
      sha256,
      fileClass: 'document',
      createTime: time,
    };
    await tx.insert(storedFileTable).values(file);
  }
  const set = {
    reportFile: copy?.id ?? null,
    copyRules: copy ? copyRules : null,
    version: sql`${reportFormulaTable.version} + 1`,
  };
  await tx.update(reportFormulaTable).set(set).where(eq(reportFormulaTable.id, notice.id));
  if (notice.reportFile)
    await tx.update(storedFileTable).set({ deleteTime: time }).where(eq(storedFileTable.id, notice.reportFile));
  const line = {
    action: 'edit',
    entity: reportFormula,
    entityId: notice.id,
    title: notice.title,
    organizationId: notice.organizationId,
  } as const;
  const reason = publicationTexts.redrawn;
  await recordAudit(tx, { ...actorOf(systemCall(publicationTexts.redrawTitle)), reason }, [
    { ...line, before: { reportFile: notice.reportFile }, after: { reportFile: copy?.id ?? null } },
  ]);
  return true;
}

/**
 * Draws the copies by earlier rules again; until then they are not delivered. Removes the copy of a notice that is
 * not public: the next publication draws its own. A copy that can't be drawn waits for the next run and does not
 * block others.
 * @returns number of replaced copies
 * @throws the first failure, after all copies were tried
 */
export async function redrawCopies(services: Services): Promise<number> {
  const { orm } = services.database;
  const isOutdated = sql`${reportFormulaTable.copyRules} is distinct from ${copyRules}`;
  const notices = await orm
    .select()
    .from(reportFormulaTable)
    .where(and(isNotNull(reportFormulaTable.reportFile), isOutdated))
    .orderBy(asc(reportFormulaTable.id));
  const failures: unknown[] = [];
  let replacedCount = 0;
  for (const notice of notices) {
    try {
      const bytes = await drawnAnew(services, notice);
      const copy = bytes && { id: randomUUID(), bytes };
      if (copy) await services.files.put(copy.id, copy.bytes);
      const isReplaced = await services.database.transaction((tx) => replaceCopy(services, tx, notice, copy));
      const obsoleteFileId = isReplaced ? notice.reportFile : copy?.id;
      if (obsoleteFileId) await services.files.remove(obsoleteFileId);
      replacedCount += isReplaced ? 1 : 0;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length) throw failures[0];
  return replacedCount;
}
