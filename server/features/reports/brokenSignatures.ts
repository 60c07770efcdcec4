import { eq } from 'drizzle-orm';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { signedParts } from '@contract/workflow/signatureTexts';
import type { Orm } from '@server/db/orm';
import { reportPaperTable, reportTable } from '@server/db/schema';
import { fileHash } from '@server/files/fileHash';
import type { Services } from '@server/services';
import { unexplainedStateProblem } from '@server/signing/brokenSignatures';
import { verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from '@server/workflow/stepHistory';

const signingMoves = reportMachine.moves.filter(({ signs }) => signs).map(({ key }) => key);

/** Checks whether the stored paper has the recorded hash; true for a report without paper. */
async function paperStands(services: Services, orm: Orm, reportId: number): Promise<boolean> {
  const [paper] = await orm
    .select({ id: reportPaperTable.fileId, sha256: reportPaperTable.sha256 })
    .from(reportPaperTable)
    .where(eq(reportPaperTable.reportId, reportId));
  return !paper || (await fileHash(services, paper.id)) === paper.sha256;
}

/**
 * Returns the parts of an issued report that differ from the signed content, else the missing signatures; empty if
 * the report is unchanged.
 */
export async function brokenSignatures(services: Services, orm: Orm, reportId: number): Promise<string[]> {
  const steps = await stepsOf(orm, reportMachine, reportId);
  const verdicts = await verifySignatures(services, orm, reportMachine, reportId, steps);
  const changedFields = [...verdicts.values()]
    .filter(({ state }) => state === 'invalid')
    .flatMap(({ changed }) => changed);
  if (changedFields.length) return [...new Set(changedFields)];
  const [now] = await orm.select({ state: reportTable.state }).from(reportTable).where(eq(reportTable.id, reportId));
  if (now && unexplainedStateProblem(reportMachine, now.state ?? '', steps) !== null)
    return [signedParts['state'] ?? ''];
  if (!(await paperStands(services, orm, reportId))) return [signedParts['print'] ?? ''];
  const valid = new Set(steps.filter(({ id }) => verdicts.get(id)?.state === 'valid').map(({ move }) => move));
  return signingMoves
    .filter((move) => !valid.has(move))
    .map((move) => reportMachine.moves.find(({ key }) => key === move)?.label ?? move);
}
