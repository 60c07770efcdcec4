import { and, count, eq, isNull } from 'drizzle-orm';
import type { AnyRow, Draft } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { gapsOf, publicityTexts, type ReportFacts } from '@contract/features/publicity/publicity';
import { checkDraft } from '@contract/schema';
import { type Desk, insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { reportSceneTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { publish } from './publishing';

interface NewScene {
  /** An upload of the same organization. */
  readonly picture: string;
  readonly caption: string;
  readonly activity: string;
  readonly takenOn?: string | null;
  /** People in the picture are not recognisable, or agreed. Other pictures are stored and not shown. */
  readonly consented: boolean;
}

const deskOf = (desk: Desk, entityName: string): Desk => ({ ...desk, resource: desk.registry.named(entityName) });

/** Returns how many pictures of the notice the public may see. */
async function showableScenes(tx: Orm, formula: number): Promise<number> {
  const [found] = await tx
    .select({ scenes: count() })
    .from(reportSceneTable)
    .where(
      and(
        eq(reportSceneTable.formula, formula),
        eq(reportSceneTable.consented, true),
        isNull(reportSceneTable.deleteTime),
      ),
    );
  return found?.scenes ?? 0;
}

/**
 * Publishes notices with everything that DOMAIN §7.5 requires; one incomplete notice, or one that `check` refuses,
 * stops all.
 */
export function publishReports(
  desk: Desk,
  tx: Orm,
  ids: readonly number[],
  check: (row: AnyRow) => Promise<void> = async () => undefined,
): Promise<void> {
  return publish(deskOf(desk, reportFormula.name), tx, ids, async (row) => {
    await check(row);
    const gaps = gapsOf(row as unknown as ReportFacts, await showableScenes(tx, row.id));
    if (gaps.length) throw conflict(publicityTexts.incomplete(String(row.title), gaps), 'incomplete');
  });
}

/**
 * Creates the notice of a report in the caller's transaction. `publishNow` publishes it at once, or writes nothing
 * where something is missing.
 * @throws Refusal 400 with `errors`, 409 for a report number with a notice or for gaps
 */
export async function noticeOfReport(
  desk: Desk,
  tx: Orm,
  draft: Partial<Draft<typeof reportFormula>>,
  scenes: readonly NewScene[],
  { publishNow }: { publishNow: boolean },
): Promise<AnyRow> {
  const checked = checkDraft(reportFormula, { companionPublic: true, ...draft });
  if (!checked.ok) throw invalid(checked.errors);
  const organizationId = desk.call.viewer.homeOrganizationId;
  const row = await insertRow(deskOf(desk, reportFormula.name), tx, checked.value, { action: 'add' }, organizationId);
  for (const [sort, scene] of scenes.entries()) {
    await insertRow(
      deskOf(desk, 'reportScene'),
      tx,
      { takenOn: null, ...scene, formula: row.id, sort },
      { action: 'add' },
      organizationId,
    );
  }
  if (publishNow) await publishReports(desk, tx, [row.id]);
  return row;
}
