import {
  type ChainEnd,
  chainEndText,
  chainTexts,
  clockStepText,
  placeText,
} from '@contract/features/system/auditChainReport';
import { backupTexts } from '@contract/features/system/backupTexts';
import { signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { stillHolds, verifyAuditChain } from '@server/audit/auditHashChain';
import { clockSteps } from '@server/audit/clockSteps';
import { StartRefusal } from '@server/base/startRefusal';
import { openDatabase } from '@server/db/openDatabase';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import { createFileStore } from '../files/fileStore';
import { type Command, hasDatabase } from './command';

/**
 * Parses `seq:hash` as printed by an earlier run, or the hash alone, as an organization's verification shows it.
 * @throws StartRefusal for anything else
 */
function recordedOf(text: string | undefined): ChainEnd | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(?:(\d{1,10}):)?([0-9a-f]{64})$/.exec(text) ?? [];
  if (!hash) throw new StartRefusal('参数应形如 1234:64位散列值，或只写64位散列值，即以前校验时记下的“最新散列值”。');
  return { seq: seq ? Number(seq) : null, hash };
}

/**
 * Runs `verify-audit [[1234:]hash]`: recomputes the chain of the audit trail and checks every signature, issued paper
 * and file. Returns 1 with a sentence for each fault. The argument is an end of the chain that was noted earlier.
 */
export const verifyAudit: Command = async (env, [recordedText], output) => {
  const { databaseUrl, dataDir } = env;
  const recordedLink = recordedOf(recordedText);
  if (!databaseUrl && !hasDatabase(dataDir)) throw new StartRefusal(backupTexts.nothingToVerify(dataDir));
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
  try {
    const [chain] = await database.query<{ name: string | null }>(
      `select (to_regclass('audit_chain')::text || to_regclass('report_paper')::text) as name`,
    );
    if (!chain?.name)
      throw new StartRefusal(
        '数据库还没有升级到本版，请先用本版程序启动一次（npm start），启动时会为已有的日志建立审计链、登记报告文件。',
      );
    const { count, last, broken } = await verifyAuditChain(database.orm);
    const isUnchanged = recordedLink ? await stillHolds(database.orm, recordedLink) : true;
    output.line(last ? `共 ${count} 条，${chainTexts.last} ${chainEndText(last)}` : chainTexts.empty);
    for (const brokenPlace of broken) output.warning(placeText(brokenPlace));
    if (recordedLink && !isUnchanged)
      output.warning(
        recordedLink.seq === null
          ? '审计链中没有所记的散列值：此前的日志已被改写或删除'
          : `第 ${recordedLink.seq} 环的散列值与所记的不同：此前的日志已被改写或删除`,
      );
    const faults = broken.length + (isUnchanged ? 0 : 1);
    if (faults) output.line(chainTexts.brokenAt(faults));
    else if (last) output.line(chainTexts.whole(count));
    for (const step of await clockSteps(database.orm, last?.seq ?? 0, env.zone)) output.line(clockStepText(step));
    const verification = await verifyInstallation({ env, database, files: await createFileStore(env) });
    for (const sentence of verification.broken) output.warning(sentence);
    output.line(
      verification.broken.length
        ? signatureCheckTexts.brokenAt(verification.broken.length)
        : signatureCheckTexts.whole(verification.signatures, verification.papers, verification.files),
    );
    return faults || verification.broken.length ? 1 : 0;
  } finally {
    await database.close();
  }
};
