import { and, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { wireColumns } from '@server/crud/presentRows';
import { connectorTable, organizationTable, pushTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import { moveRows } from '@server/workflow/moveRows';
import { postToPlatform, NotDelivered } from '../deliverPush';
import type { StoredConnector } from '../queuePushes';
import { movedPush } from '../reportedProject';
import { keysOf } from './connectorKeys';
import type { ExchangeProgress } from './exchangeSteps';

// A county platform returns projects after it accepted them; the system has to ask for them (platform formats B.5).

interface ReturnedPart {
  readonly checkId: string;
  readonly returnTime: string;
  readonly reason: string;
}

/** Parses the list of returned projects; leaves out entries in another form. */
function parseReturnedProjects(text: string): ReturnedPart[] {
  try {
    const { code, body } = JSON.parse(text) as { code?: unknown; body?: unknown };
    if (String(code) !== '200' || !Array.isArray(body)) return [];
    return (body as Readonly<Record<string, unknown>>[]).flatMap(({ checkId, returnTime, reason }) =>
      typeof checkId === 'string' && typeof returnTime === 'string'
        ? [{ checkId, returnTime, reason: typeof reason === 'string' ? reason : '' }]
        : [],
    );
  } catch {
    return [];
  }
}

async function requestReturnedProjects(
  { services }: CrudContext,
  connector: StoredConnector,
  org: { readonly name: string; readonly code: string | null },
): Promise<ReturnedPart[]> {
  const keys = keysOf(services, connector);
  if ('refused' in keys || keys.key === '') return [];
  try {
    const { text } = await postToPlatform({
      url: new URL(`${connector.baseUrl.replace(/\/+$/, '')}/queryHealthOnlineAuditResults`),
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify({ orgCode: org.code, orgName: org.name, orgKey: keys.key }),
      secrets: keys.secrets,
      timeoutSeconds: connector.timeoutSeconds ?? 30,
      internalHostsAllowed: connector.localAllowed,
      signal: new AbortController().signal,
    });
    return parseReturnedProjects(text);
  } catch (error) {
    // The next request follows in an hour.
    if (error instanceof NotDelivered) return [];
    throw error;
  }
}

/**
 * Asks every county platform for projects that it returned after the delivery. Puts their pushes back with the
 * platform's reason, so that a person corrects them.
 * @returns number of returned projects
 */
export async function collectReturnedProjects(context: CrudContext): Promise<number> {
  const { services, registry } = context;
  const { database } = services;
  const resource = registry.named('push');
  const call = systemCall(platformTexts.worker);
  const connectors = await database.orm
    .select({ connector: connectorTable, name: organizationTable.name, code: organizationTable.creditCode })
    .from(connectorTable)
    .innerJoin(organizationTable, eq(organizationTable.id, connectorTable.organizationId))
    .where(
      and(eq(connectorTable.adapter, 'county'), eq(connectorTable.active, true), isNull(connectorTable.deleteTime)),
    );
  let count = 0;
  for (const { connector, name, code } of connectors) {
    const returnedFiles = await requestReturnedProjects(context, connector, { name, code });
    if (returnedFiles.length === 0) continue;
    count += await database.transaction(async (tx) => {
      const deliveredRows = await tx
        .select({ id: pushTable.id, progress: pushTable.progress, deliveredAt: pushTable.deliveredAt })
        .from(pushTable)
        .where(
          and(eq(pushTable.connector, connector.id), eq(pushTable.state, 'succeeded'), isNull(pushTable.deleteTime)),
        )
        .for('update');
      let takenCount = 0;
      for (const { id, progress, deliveredAt } of deliveredRows) {
        const knownId = (progress as ExchangeProgress | null)?.id;
        const matchingReturn = returnedFiles.find(
          ({ checkId, returnTime }) =>
            checkId === knownId && Date.parse(`${returnTime.replace(' ', 'T')}+08:00`) >= (deliveredAt?.getTime() ?? 0),
        );
        if (!matchingReturn) continue;
        const [row] = await tx.select(wireColumns(resource)).from(resource.table).where(eq(resource.columns.id, id));
        const reason = platformTexts.sentBack(matchingReturn.reason);
        await moveRows(services, tx, call, movedPush(registry), [row as AnyRow], 'sendBack', {
          reason: reason.slice(0, 1000),
          changes: { answer: reason.slice(0, 4000), alarmed: false },
        });
        takenCount += 1;
      }
      return takenCount;
    });
  }
  return count;
}
