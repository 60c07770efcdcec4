import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifyReportTexts as texts } from '@contract/workflow/certifiedTexts';
import type { Env } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { openDatabase } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { issuedFile } from '@server/features/reports/certificates/issuedFile';
import { isSignedAndUnchanged, type PdfVerdict, verifyPdf } from '@server/signing/certified/verifyPdf';
import { type Command, hasDatabase, pathOf, type CommandOutput } from './command';

function wordsOf({ intact, chained, badStamp, certificate, at, stampedAt }: PdfVerdict, zone: string): string[] {
  if (!certificate) return [texts.broken];
  const { holder, organization, issuer, fingerprint } = certificate;
  return [
    organization && organization !== holder ? `${holder}（${organization}）` : holder,
    ...(at ? [texts.at(formatMoment(at, zone))] : []),
    ...(stampedAt ? [texts.stampedAt(formatMoment(stampedAt, zone))] : []),
    texts.issuedBy(issuer, fingerprint),
    !intact ? texts.changed : badStamp ? texts.badStamp : chained ? texts.fine : texts.unchained,
  ];
}

/** Prints the content of each signature. Returns whether all are valid; null for a file without signatures. */
async function signaturesHold(bytes: Uint8Array, zone: string, output: CommandOutput): Promise<boolean | null> {
  const verdicts = await verifyPdf(bytes);
  for (const [index, verdict] of verdicts.entries()) output.line(texts.signature(index + 1, wordsOf(verdict, zone)));
  if (verdicts.length === 0) {
    output.line(texts.unsigned);
    return null;
  }
  const isIntact = isSignedAndUnchanged(verdicts);
  if (isIntact) output.line(texts.whole(verdicts.length));
  else output.warning(texts.notWhole);
  return isIntact;
}

/** Prints the report whose paper has the hash, and the report's state. */
async function isKnown(orm: Orm, sha256: string, output: CommandOutput): Promise<boolean> {
  const issued = await issuedFile(orm, sha256);
  if (!issued) {
    output.warning(texts.unknown);
    return false;
  }
  output.line(texts.known(issued.reportNo));
  if (issued.voided) output.warning(texts.voided);
  if (issued.replacedBy !== null) output.warning(texts.replaced(issued.replacedBy));
  return true;
}

/**
 * Opens the installation's database and searches it for the hash; null where there is no database or it can't be
 * opened.
 */
async function inInstallation(
  { databaseUrl, dataDir }: Env,
  sha256: string,
  output: CommandOutput,
): Promise<boolean | null> {
  if (!databaseUrl && !hasDatabase(dataDir)) {
    output.line(texts.noDatabase(dataDir));
    return null;
  }
  try {
    const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
    try {
      return await isKnown(database.orm, sha256, output);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    output.warning(texts.held(error.message));
    return null;
  }
}

/**
 * Runs `verify-report FILE`: verifies the certificate signatures of a PDF and, where there is a database, whether
 * this installation issued the file. Returns 1 where one of the checks fails, or none succeeds.
 */
export const verifyReportFile: Command = async (env, [file], output) => {
  if (file === undefined) throw new StartRefusal(texts.noFile);
  let bytes: Buffer;
  try {
    bytes = readFileSync(pathOf(file));
  } catch {
    throw new StartRefusal(texts.unread(file));
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  output.line(texts.hash(file, sha256));
  const verdicts = [await signaturesHold(bytes, env.zone, output), await inInstallation(env, sha256, output)];
  return verdicts.includes(false) || !verdicts.includes(true) ? 1 : 0;
};
