import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import { curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { formFor } from '@contract/features/laboratory/methods/physical/physicalForms';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { Orm } from '@server/db/orm';
import { labCurveTable, methodAuthorisationTable } from '@server/db/schema';
import { UnauthorisedAct } from '@server/features/nonconformities/fileNonconformity';
import type { Viewer } from '@server/http/viewer';
import { nameOnPaper } from '@server/signing/signRows';

/**
 * Requires an authorisation for the method on a day (ISO/IEC 17025 6.2.6).
 * @param day `YYYY-MM-DD`
 * @throws UnauthorisedAct, which files a nonconformity of the project
 */
export async function assertAuthorised(
  tx: Orm,
  { user }: Viewer,
  method: { readonly id: number; readonly title: string },
  day: string,
  owner: { readonly organizationId: number | null; readonly project: number },
): Promise<void> {
  const table = methodAuthorisationTable;
  const [foundRow] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.person, user.id),
        eq(table.method, method.id),
        lte(table.validFrom, day),
        gte(table.validUntil, day),
        isNull(table.deleteTime),
      ),
    )
    .limit(1);
  if (!foundRow)
    throw new UnauthorisedAct(labSheetTexts.unauthorised(method.title), {
      ...owner,
      description: nonconformityTexts.unauthorised(
        day,
        await nameOnPaper(tx, user),
        nonconformityTexts.acts.start,
        method.title,
      ),
    });
}

/**
 * Returns the layout of a method by its result route. Phosphorus trichloride and factors with a form have their own
 * layout.
 */
export function layoutFor(
  kind: MethodKey,
  route: string | null,
  hazard: { readonly name: string; readonly category: string | null },
): string {
  const layouts: readonly { readonly key: string }[] = methodSheets[kind].layouts;
  const wantedKey =
    kind === 'spectrophotometry' && /三氯化磷/.test(hazard.name) ? 'pcl3' : (formFor(kind, hazard)?.key ?? route);
  return (layouts.find(({ key }) => key === wantedKey) ?? layouts[0])?.key ?? 'main';
}

const needsCurve = (kind: MethodKey): boolean => 'curve' in methodSheets[kind] || kind === 'visualColorimetry';

interface WantedCurve {
  readonly kind: MethodKey;
  readonly method: number;
  readonly hazard: number;
  readonly layout: string;
}

/**
 * Returns the newest approved curve of the method, hazard and layout that is valid on the day; null if there is none,
 * or if the method needs none.
 * @param day `YYYY-MM-DD`
 */
export async function curveFor(tx: Orm, wantedCurve: WantedCurve, day: string): Promise<number | null> {
  const { kind, method, hazard, layout } = wantedCurve;
  if (!needsCurve(kind)) return null;
  const table = labCurveTable;
  const [curveRow] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.method, method),
        eq(table.hazard, hazard),
        eq(table.part, curvePartOf(layout)),
        eq(table.state, 'approved'),
        lte(table.preparedOn, day),
        or(isNull(table.validUntil), gte(table.validUntil, day)),
        isNull(table.deleteTime),
      ),
    )
    .orderBy(desc(table.preparedOn), desc(table.id))
    .limit(1);
  return curveRow?.id ?? null;
}
