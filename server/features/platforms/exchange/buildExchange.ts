import { and, desc, eq, isNull } from 'drizzle-orm';
import { type ExchangeName, isExchange } from '@contract/features/platforms/exchange/adapterNames';
import {
  type BuiltMessage,
  exchangeFindings,
  type ExchangeFinding,
  missingKeys,
} from '@contract/features/platforms/exchange/exchangeAdapters';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { Orm } from '@server/db/orm';
import { pushTable } from '@server/db/schema';
import { assertNotSecret } from '@server/features/projects/requiredSheets';
import { conflict, invalid, Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { StoredConnector } from '../queuePushes';
import { placeOf, type ReportedProject } from '../reportedProject';
import { buildExchangeModel, type Preparer } from './buildExchangeModel';
import type { ExchangeProgress } from './exchangeSteps';
import { messageFor } from './platformCodes';
import type { ExchangePayload } from './sendExchange';

/** A message for a platform built from a report, with the list of what is missing. */
export interface Exchange {
  readonly payload: ExchangePayload;
  readonly built: BuiltMessage;
  readonly findings: readonly ExchangeFinding[];
}

/** Returns the person who fills in a message: the viewer. */
export const preparerOf = ({ user }: Viewer): Preparer => ({ name: user.nickName, phone: user.phone });

/** Builds the message of an issued report for a connector; null while no report is issued. */
export async function buildExchange(
  orm: Orm,
  reportedProject: ReportedProject,
  connector: StoredConnector,
  preparer: Preparer,
): Promise<Exchange | null> {
  const { project, report, payload, content } = reportedProject;
  const { adapter } = connector;
  if (!report || !payload || !content || !isExchange(adapter)) return null;
  const model = await buildExchangeModel(orm, project, report, content, payload, preparer);
  const builtMessage = await messageFor(orm, adapter, connector, model);
  const faults = [...missingKeys(adapter, connector), ...builtMessage.faults];
  return {
    payload: { model, attachments: payload.attachments },
    built: builtMessage,
    findings: exchangeFindings(faults, placeOf(reportedProject), connector.id),
  };
}

/**
 * Requires a message without faults.
 * @throws Refusal 400 naming each missing field and each value without a platform code; 409 if nothing may be sent
 */
export async function assertExchange(
  orm: Orm,
  reportedProject: ReportedProject,
  connector: StoredConnector,
  preparer: Preparer,
): Promise<ExchangePayload> {
  const { project, blocked } = reportedProject;
  const exchange = blocked === null ? await buildExchange(orm, reportedProject, connector, preparer) : null;
  if (!exchange) throw conflict(blocked ?? '', 'notIssued');
  await assertNotSecret(orm, project.id, '推送');
  const { findings, payload } = exchange;
  if (findings.length === 0) return payload;
  throw new Refusal(
    400,
    'incomplete',
    platformTexts.incomplete(
      project.code ?? '',
      findings.map(({ label }) => label),
    ),
    invalid(findings.map(({ field, message }) => ({ field, message }))).details,
  );
}

/**
 * Returns the platform's id of a project that it already received, so that a corrected report changes that project.
 */
export async function earlierProgress(
  orm: Orm,
  adapter: ExchangeName,
  connectorId: number,
  projectId: number,
): Promise<ExchangeProgress | null> {
  if (adapter !== 'county') return null;
  const rows = await orm
    .select({ progress: pushTable.progress })
    .from(pushTable)
    .where(
      and(
        eq(pushTable.connector, connectorId),
        eq(pushTable.project, projectId),
        eq(pushTable.state, 'succeeded'),
        isNull(pushTable.deleteTime),
      ),
    )
    .orderBy(desc(pushTable.id));
  const id = rows.flatMap(({ progress }) => (progress as ExchangeProgress | null)?.id ?? [])[0];
  return id === undefined ? null : { id };
}
