import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { previewPaper } from '@contract/features/laboratory/paper/previewPaper';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { printedGroupOf } from './sheetPaper';

/** Routes of the printed original record: the data of its print page, and the PDF. */
export function recordPaperRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = labSheet;
  const context = { services, registry };
  const { database } = services;
  const permission = [permissionOf(labSheet, 'list')];
  return [
    route({
      method: 'GET',
      path: `${path}/paper/:id`,
      permission,
      tag,
      summary: '原始记录预览所需的质控、曲线点、检出限与签名',
      handle: async (call) => (await printedGroupOf(context, database.orm, call, idParam(call))).parts,
    }),
    route({
      method: 'GET',
      path: `${path}/pdf/:id`,
      permission,
      tag,
      summary: '下载原始记录（PDF）',
      query: { part: '预览页，如main、solvent', blank: '1为空白表' },
      async handle(call) {
        const record = await printedGroupOf(context, database.orm, call, idParam(call));
        const { part = 'main', blank } = call.query;
        const paper = previewPaper(record, String(part), blank === '1', false);
        if (!paper) throw badRequest(labPreviewTexts.unknownPart);
        const { sheet } = record.work;
        const { document } = paper;
        const bytes = await makePdf(document, record.parts.agency);
        const name = shownName(
          `${labPreviewTexts.fileName(document.title, paper.blank ? null : (record.parts.group?.no ?? String(sheet.sheetNo)))}.pdf`,
        );
        await database.transaction((tx) =>
          recordAudit(tx, actorOf(call), [
            {
              action: 'download',
              entity: labSheet,
              entityId: sheet.id,
              title: name,
              organizationId: sheet.organizationId,
            },
          ]),
        );
        return downloadResponse(bytes, 'application/pdf', name);
      },
    }),
  ];
}
