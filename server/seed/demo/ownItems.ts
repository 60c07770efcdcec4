import { registry } from '@server/app/resources';
import type { BuiltInIds } from '@server/builtIn/builtIns';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { keyOfHazard, keyOfLabMethod } from '../library/libraryKeys';
import { firstNameOf } from '../library/libraryLimits';
import { customaryItems } from '../library/methods';
import { ownItems, silicaDust } from './play/valveTests';

/** Notes which methods the demonstration's laboratory uses for which hazards, as its own rows: plans take these. */
export async function addOwnItems(tx: Orm, brought: BuiltInIds, organizationId: number): Promise<void> {
  // Free silica is tested in dust that was sampled by weighing, which stays the method of the plan.
  const further = ownItems
    .filter(([, hazard]) => hazard !== silicaDust)
    .map(([method, hazard]) => ({ method, hazard, dataCertainty: 'check' }));
  const rows = [...customaryItems, ...further].flatMap(({ method: title, hazard: name, ...item }) => {
    const [method, hazard] = [brought.get(keyOfLabMethod(title)), brought.get(keyOfHazard(firstNameOf(name)))];
    if (method === undefined || hazard === undefined) return [];
    return [{ draft: { ...item, method, hazard }, more: { itemName: `${title} ${name}` }, organizationId }];
  });
  await insertMany(tx, registry.named('labMethodItem'), rows);
}
