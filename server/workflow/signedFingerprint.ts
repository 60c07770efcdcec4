import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { type SeenFingerprint, signingTexts } from '@contract/workflow/signatureTexts';
import type { SeenRows } from '@contract/workflow/workflowWire';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { idSchema } from '@server/http/bodySchemas';
import { invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { leavesSignatures } from '@server/signing/signedContent';
import type { MovedEntity } from './moveRows';

/** Highest number of rows in one call, whose locks are all held until its end. */
export const maxRowsTogether = 200;

/** Body field with the fingerprint of the content that the person saw. */
export const fingerprintField = z.record(z.string().max(40), z.string().max(64), {
  error: () => signingTexts.noFingerprint,
});

/** Body field with several rows in the versions that the person saw. */
export const shownRows = z
  .array(
    z.object({
      id: idSchema,
      version: z.int({ error: () => signingTexts.noVersion }),
    }),
    { error: () => signingTexts.noneToMove },
  )
  .min(1, signingTexts.noneToMove)
  .max(5000, '一次最多处理5000条');

/** Returns the parts that a move signs besides the row's content; the move itself compiles them. */
export type AlsoSigned = (services: Services, orm: Orm, row: AnyRow) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Returns the fingerprint of a row as it is now; null if its moves leave no signature.
 * @param alsoSigned `AlsoSigned` of the move, if the move compiles a part of the signed content
 */
export async function fingerprintOf(
  services: Services,
  orm: Orm,
  { machine, resource }: MovedEntity,
  row: AnyRow,
  alsoSigned?: AlsoSigned,
): Promise<SeenFingerprint | null> {
  if (!leavesSignatures(machine.name)) return null;
  return currentFingerprint(orm, resource.entity.name, row.id, await alsoSigned?.(services, orm, row));
}

/** Returns the ids of a query `1,2,3`. */
function idsIn(text: unknown): number[] {
  const ids = typeof text === 'string' ? text.split(',', maxRowsTogether + 1).map(Number) : [];
  if (
    !ids.length ||
    ids.length > maxRowsTogether ||
    ids.some((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647)
  )
    throw invalid([{ field: 'ids', message: signingTexts.noneToMove }]);
  return [...new Set(ids)];
}

/**
 * Returns the route `GET <path>/seen`: version and fingerprint of rows that a person is about to sign together.
 * @param workflow the entity whose rows are signed, with its machine
 */
export function seenRoute(services: Services, registry: Registry, workflow: MovedEntity): Route {
  const { entity } = workflow.resource;
  return route({
    method: 'GET',
    path: `${entity.path}/seen`,
    permission: [permissionOf(entity, 'list')],
    tag: entity.label,
    summary: `${entity.label}批量签名前：每条的版本号与所签内容的校验值`,
    query: { ids: '编号，以逗号分隔' },
    async handle(call): Promise<SeenRows> {
      const { orm } = services.database;
      const rows: SeenRows['rows'][number][] = [];
      for (const id of idsIn(call.query.ids)) {
        const row = await getRow({ services, registry, resource: workflow.resource, call }, id);
        const asSeen = await fingerprintOf(services, orm, workflow, row);
        rows.push({ id, version: row.version, ...(asSeen ? { asSeen } : {}) });
      }
      return { rows };
    },
  });
}
