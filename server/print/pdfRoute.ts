import { eq } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import type { PrintDocument } from '@contract/print/printDocument';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { downloadResponse } from '@server/files/sendFile';
import type { Orm } from '../db/orm';
import { organizationTable } from '../db/schema';
import { shownName } from '../files/fileName';
import { type Call, type Route, route } from '../http/route';
import type { Services } from '../services';
import { makePdf } from './makePdf';

/** The printed form of a row now, and the number for its file name. */
export interface Paper {
  readonly row: AnyRow;
  readonly number: string;
  readonly document: PrintDocument;
}

/** Returns the name of the row's organization for the head of its papers. */
export async function agencyOf(orm: Orm, { organizationId }: Pick<AnyRow, 'organizationId'>): Promise<string> {
  if (organizationId === null) return '';
  const [agency] = await orm
    .select({ name: organizationTable.name })
    .from(organizationTable)
    .where(eq(organizationTable.id, organizationId));
  return agency?.name ?? '';
}

/** Returns the route `paper/:id/pdf` of an entity; a download is recorded in the audit trail. */
export const pdfRoute = (
  { database }: Services,
  entity: Entity,
  title: string,
  paperOf: (call: Call<unknown>) => Promise<Paper>,
): Route =>
  route({
    method: 'GET',
    path: `${entity.path}/paper/:id/pdf`,
    permission: [permissionOf(entity, 'list')],
    tag: entity.label,
    summary: `${title}（PDF）`,
    async handle(call) {
      const { row, number, document } = await paperOf(call);
      const name = shownName(`${document.title}-${number}.pdf`);
      const bytes = await makePdf(document, document.agency, new Map(), document.title);
      await database.transaction((tx) =>
        recordAudit(tx, actorOf(call), [
          { action: 'download', entity, entityId: row.id, title: name, organizationId: row.organizationId },
        ]),
      );
      return downloadResponse(bytes, 'application/pdf', name);
    },
  });
