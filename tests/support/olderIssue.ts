import { and, eq } from 'drizzle-orm';
import { signatureTable } from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { keyedSeal } from '@server/signing/keyedSeal';
import { partHashes } from '@server/signing/signatureHash';
import { contentOf } from '@server/signing/signedContent';
import { sealedFields } from '@server/signing/signRows';
import type { TestServer } from './server';

/**
 * Turns an issue into one from before papers were stored, never opened since: without a paper, and signed without it.
 */
export async function asOlderIssue({ database, services }: TestServer, report: number): Promise<void> {
  const past = (...statements: string[]) =>
    database.execute(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '));
  await past(
    `delete from report_paper where report_id = ${report}`,
    `update report set pdf = null where id = ${report}`,
  );
  const [signature] = await database.orm
    .select()
    .from(signatureTable)
    .where(
      and(eq(signatureTable.machine, 'report'), eq(signatureTable.rowId, report), eq(signatureTable.move, 'issue')),
    );
  const content = await contentOf(database.orm, 'report', report, 'issue');
  if (!signature || !content) throw new Error(`report ${report} was not issued`);
  const parts = partHashes(content);
  const hash = hashOf(parts);
  const seal = keyedSeal(services.env, sealedFields({ ...signature, parts, hash }));
  await past(
    `update signature set parts = '${JSON.stringify(parts)}', hash = '${hash}', seal = '${seal}'
      where id = ${signature.id}`,
    `update audit_log set after = after || '{"hash": "${hash}"}' where after ->> 'hash' = '${signature.hash}'`,
  );
}
