import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import {
  decisionText,
  decisionTexts,
  type SubmittedDecision,
  maxDecisionLength,
} from '@contract/features/reports/judgement/openLines';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { reportDecisionTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { compiledReport, type StoredReport } from '../compiledReport';
import { lockReport } from '../movedReport';

const decisionChoices = fixedDictionaries.lineDecision.map(({ value }) => value);

const lineBody = z.object({
  key: z.string().min(1).max(4000),
  fingerprint: z.string().min(1).max(4000),
  choice: z.enum(decisionChoices, { error: () => decisionTexts.choiceMissing }),
  words: z
    .string({ error: () => decisionTexts.wordsMissing })
    .trim()
    .min(1, decisionTexts.wordsMissing)
    .max(maxDecisionLength, decisionTexts.wordsLong),
});

/** Body of `PUT api/report/decide`: decisions on open lines of a draft report, all or none. */
export const decideBody = z.object({
  id: idSchema,
  lines: z
    .array(lineBody, { error: () => decisionTexts.none })
    .min(1, decisionTexts.none)
    .max(2000),
});

/**
 * Stores a person's decisions on open lines, each with the line that the person saw.
 * @throws Refusal 404; 409 unless the report is a draft, or if a line disappeared or changed meanwhile
 */
export async function decideLines(
  context: { readonly services: Services; readonly registry: Registry },
  tx: Orm,
  call: Call<unknown>,
  id: number,
  lines: readonly SubmittedDecision[],
): Promise<void> {
  const { services, registry } = context;
  const row = await lockReport(tx, registry, call, id);
  if (row.state !== reportMachine.initial) throw conflict(decisionTexts.notDrafting, 'locked');
  const project = await projectOf(tx, registry, call, Number(row.project));
  const { openLines } = await compiledReport(context, tx, project, row as unknown as StoredReport);
  const openByKey = new Map(openLines.map((line) => [line.key, line]));
  const { user } = call.viewer;
  for (const { key, fingerprint } of lines) {
    const line = openByKey.get(key);
    if (!line) throw conflict(decisionTexts.lineGone, 'stale');
    if (line.fingerprint !== fingerprint) throw conflict(decisionTexts.gone(line.title), 'stale');
  }
  await tx.insert(reportDecisionTable).values(
    lines.map(({ key, fingerprint, choice, words }) => ({
      organizationId: row.organizationId,
      projectId: project.id,
      reportId: row.id,
      lineKey: key,
      fingerprint,
      choice,
      words,
      personId: user.id,
      personName: user.nickName,
      time: services.now(),
    })),
  );
  const textsByTitle = (textOf: (line: SubmittedDecision) => string | null) =>
    Object.fromEntries(lines.map((line) => [openByKey.get(line.key)?.title ?? '', textOf(line)]));
  const before = textsByTitle(({ key }) => {
    const line = openByKey.get(key);
    const decision = line?.decision ?? line?.former;
    return decision ? decisionText(decision) : null;
  });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: reportEntity,
      entityId: row.id,
      title: String(row.reportNo ?? ''),
      organizationId: row.organizationId,
      before,
      after: textsByTitle(decisionText),
    },
  ]);
}
