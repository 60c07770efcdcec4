import { push } from '@contract/features/platforms/entities/push';
import { messageContextOf } from '@contract/features/platforms/exchange/messageFields';
import { surveyBook, surveyBookSheet } from '@contract/features/platforms/exchange/surveyWorkbook';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { projectOf } from '@server/features/projects/projectStage';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { invalid, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { xlsxType } from '@server/workbook/writeWorkbook';
import { connectorOf } from '../queuePushes';
import { surveyLinesOf } from './buildExchangeModel';
import { codesOf } from './platformCodes';
import { surveyFile } from './surveyFile';

/**
 * Sends the workbook of survey and plan for a platform as a download, and records the download. It is available from
 * the survey on, before any report.
 * @throws Refusal 400 naming each missing cell; 404 for a project or platform of another organization
 */
export async function sendSurveyFile(context: CrudContext, call: Call<unknown>, id: number, connectorId: number) {
  const { services, registry } = context;
  const { database } = services;
  const project = await projectOf(database.orm, registry, call, id);
  const platform = await connectorOf(context, database.orm, call, connectorId);
  if (platform.adapter !== 'surveyBook') throw invalid([{ field: 'connector', message: platformTexts.notByHand }]);
  const messageContext = messageContextOf(await codesOf(database.orm, platform.id));
  const workbookData = surveyBook({ survey: await surveyLinesOf(database.orm, project.id) }, messageContext);
  if (messageContext.faults.length > 0)
    throw new Refusal(
      400,
      'incomplete',
      platformTexts.incomplete(
        project.code ?? '',
        messageContext.faults.map(({ label }) => label),
      ),
      invalid(messageContext.faults.map(({ path, message }) => ({ field: path, message }))).details,
    );
  const name = shownName(`${surveyBookSheet}${project.code ?? ''}.xlsx`);
  const bytes = await surveyFile(workbookData);
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'download', entity: push, entityId: project.id, title: name, organizationId: project.organizationId },
    ]),
  );
  return downloadResponse(bytes, xlsxType, name);
}
