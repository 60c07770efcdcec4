import { nonconformityNumber } from '@contract/labStockTexts';
import { insertRow } from '../crud/operations';
import type { Registry } from '../crud/resource';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import { nextCount } from '../projects/numbering';
import type { Services } from '../services';
import { formatDay } from '../zone';

interface Ground {
  readonly services: Services;
  readonly registry: Registry;
}

export async function nextNonconformityNo(services: Services, tx: Orm, organizationId: number | null): Promise<string> {
  const year = formatDay(services.now(), services.env.zone).slice(0, 4);
  return nonconformityNumber(year, await nextCount(tx, organizationId ?? 0, `nonconformity:${year}`));
}

export interface Finding {
  /** Of the dictionary `nonconformityKind`. */
  readonly kind: string;
  readonly description: string;
  readonly organizationId: number | null;
  readonly project?: number | null;
  readonly sheet?: number | null;
}

/** Files a nonconformity in the transaction of what caused it; answers its number. Who caused it stands as its maker. */
export async function fileNonconformity({ services, registry }: Ground, tx: Orm, call: Call<unknown>, { kind, description, organizationId, project = null, sheet = null }: Finding): Promise<string> {
  const resource = registry.named('nonconformity');
  const nonconformityNo = await nextNonconformityNo(services, tx, organizationId);
  // The columns that only the server writes come by a policy; the entity's own is for what people type.
  const own = { ...resource, policy: { ...resource.policy, beforeSave: async () => ({ nonconformityNo, automatic: true }) } };
  await insertRow({ services, registry, resource: own, call }, tx, { nonconformityKind: kind, description: description.slice(0, 1000), project, sheet }, { action: 'add' }, organizationId);
  return nonconformityNo;
}
