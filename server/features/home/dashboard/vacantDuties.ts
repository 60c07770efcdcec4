import { eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import type { FormSigner } from '@contract/features/conformity/forms/formSigners';
import type { WaitingWork } from '@contract/features/home/dashboardWire';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { dutyAuthorisationTable, userTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { rowsInStates } from './rowsInStates';

/** Number of forms that are read, oldest first. */
const maxRows = 200;
/** Number of signatures that a form in a state has. */
const signedCounts: Readonly<Record<string, number>> = { drafting: 0, first: 1, second: 2 };

const comingSigners = ({ formKind, state }: AnyRow): readonly FormSigner[] =>
  formOf(formKind)?.signers.slice(signedCounts[String(state)] ?? 0) ?? [];

const keyOf = (organizationId: number | null, duty: string): string => `${organizationId} ${duty}`;

/**
 * Returns the duties for which an organization authorises people, but nobody on this day. Without any authorisation
 * everybody with the permission may do a duty.
 */
async function dutiesOfNobody(orm: Orm, today: string): Promise<ReadonlySet<string>> {
  const { organizationId, duty, validFrom, validUntil, person, deleteTime } = dutyAuthorisationTable;
  const rows = await orm
    .select({ organizationId, duty, validFrom, validUntil, enabled: userTable.enabled, gone: userTable.deleteTime })
    .from(dutyAuthorisationTable)
    .innerJoin(userTable, eq(userTable.id, person))
    .where(isNull(deleteTime));
  const heldDuties = new Set(
    rows
      .filter((row) => row.validFrom <= today && today <= row.validUntil && row.enabled === '1' && row.gone === null)
      .map((row) => keyOf(row.organizationId, row.duty)),
  );
  return new Set(rows.map((row) => keyOf(row.organizationId, row.duty)).filter((key) => !heldDuties.has(key)));
}

/**
 * Returns the forms that lack a person with the duty of a coming signature, for people who may authorise others for
 * duties. Without this to-do nobody would know until the form is refused.
 */
export async function vacantDuties(services: Services, registry: Registry, viewer: Viewer): Promise<WaitingWork[]> {
  const { orm } = services.database;
  if (!viewer.permissions.has(permissionOf({ name: 'dutyAuthorisation' }, 'add'))) return [];
  const today = formatDay(services.now(), services.env.zone);
  const rows = await rowsInStates(orm, registry.named('serviceForm'), viewer, Object.keys(signedCounts), maxRows);
  if (!rows.length) return [];
  const vacancies = await dutiesOfNobody(orm, today);
  return rows.flatMap((row): WaitingWork[] => {
    const signer = comingSigners(row).find(({ duty }) => duty && vacancies.has(keyOf(row.organizationId, duty)));
    if (!signer) return [];
    return [
      {
        entity: 'serviceForm',
        id: row.id,
        title: `${formOf(row.formKind)?.title ?? ''}${String(row.formNo)}`,
        label: dutyAuthorisationTexts.vacant(signer.label),
        path: '/system/user',
        dueOn: null,
      },
    ];
  });
}
