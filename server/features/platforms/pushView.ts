import { and, asc, count, desc, eq, isNull, min, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { isExchange } from '@contract/features/platforms/exchange/adapterNames';
import { adapterData } from '@contract/features/platforms/exchange/exchangeAdapters';
import {
  type PlatformFamily,
  partsOf,
  partsOfFamily,
  type PushPart,
  sectionsOfPart,
} from '@contract/features/platforms/platformFamilies';
import { mappedSections } from '@contract/features/platforms/platformMapping';
import type { Finding } from '@contract/features/platforms/pushFindings';
import type {
  ConnectorChoice,
  ExchangeView,
  PushAttempts,
  PushProjectView,
  PushSummary,
} from '@contract/features/platforms/pushWire';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { scopeOf } from '@server/crud/rowScope';
import { connectorTable, pushAttemptTable, pushTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { type Exchange, buildExchange, preparerOf } from './exchange/buildExchange';
import { messageText } from './exchange/messageText';
import { mappingOf, unmappedText } from './queuePushes';
import { findingsOfPart, type ReportedProject, reportedOf } from './reportedProject';

/** Returns a message in the form that people read before it is sent. */
function shownExchange({ built, findings }: Exchange, account: string | null): ExchangeView {
  const { message, parts, notes } = built;
  return {
    text: messageText(message, account),
    parts,
    findings,
    notes,
    byHand: adapterData[message.adapter].byHand,
  };
}

async function connectorsOf(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  family: PlatformFamily,
  reportedProject: ReportedProject,
): Promise<ConnectorChoice[]> {
  const { project, payload } = reportedProject;
  const rows = await services.database.orm
    .select()
    .from(connectorTable)
    .where(
      and(
        eq(connectorTable.family, family),
        isNull(connectorTable.deleteTime),
        project.organizationId === null ? undefined : eq(connectorTable.organizationId, project.organizationId),
        scopeOf(registry.named('connector'), call.viewer),
      ),
    )
    .orderBy(desc(connectorTable.active), asc(connectorTable.id));
  return Promise.all(
    rows.map(async (row) => {
      const exchange = await buildExchange(services.database.orm, reportedProject, row, preparerOf(call.viewer));
      const mappedParts =
        payload && !isExchange(row.adapter)
          ? partsOfFamily[family].map(
              (part) => [part, mappedSections(payload, sectionsOfPart[part], mappingOf(row))] as const,
            )
          : [];
      return {
        id: row.id,
        name: row.connectorName,
        active: row.active,
        hasKey: row.hasKey,
        adapter: row.adapter,
        parts: partsOf(family, row.adapter),
        exchange: exchange && shownExchange(exchange, row.account),
        unmapped: Object.fromEntries(
          await Promise.all(
            mappedParts.map(
              async ([part, { unmapped }]) =>
                [part, await unmappedText(services.database.orm, unmapped, project.organizationId)] as const,
            ),
          ),
        ),
        bodies: Object.fromEntries(mappedParts.map(([part, { body }]) => [part, body])),
      };
    }),
  );
}

/** Returns pushes in the form of the API. */
async function pushesOf(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  projectId: number,
  family: PlatformFamily,
): Promise<AnyRow[]> {
  const resource = registry.named('push');
  const { orm } = services.database;
  const rows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(
      and(
        eq(pushTable.project, projectId),
        eq(pushTable.family, family),
        isNull(pushTable.deleteTime),
        scopeOf(resource, call.viewer),
      ),
    )
    .orderBy(desc(pushTable.id));
  return presentRows(orm, registry, resource, rows, services.env.zone);
}

/**
 * Returns the pushes of a project to the platforms of a family.
 * @throws Refusal 404
 */
export async function projectView(
  context: CrudContext,
  call: Call<unknown>,
  id: number,
  family: PlatformFamily,
): Promise<PushProjectView> {
  const { orm } = context.services.database;
  const project = await projectOf(orm, context.registry, call, id);
  const reportedProject = await reportedOf(context, orm, project);
  const { report, payload, blocked, unitName } = reportedProject;
  const parts = partsOfFamily[family];
  const findings: Partial<Record<PushPart, readonly Finding[]>> = Object.fromEntries(
    parts.map((part) => [part, findingsOfPart(reportedProject, part)]),
  );
  return {
    project: { id: project.id, code: project.code ?? '', unitName, incoming: project.incoming },
    report: report
      ? { id: report.id, reportNo: report.reportNo ?? '', issuedOn: report.issuedOn, state: report.state ?? '' }
      : null,
    blocked,
    payload,
    findings,
    connectors: await connectorsOf(context, call, family, reportedProject),
    pushes: await pushesOf(context, call, id, family),
  };
}

/**
 * Returns the attempts of a push.
 * @throws Refusal 404
 */
export async function attemptsOf(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  id: number,
): Promise<PushAttempts> {
  const { orm } = services.database;
  const [row] = await orm
    .select({ id: pushTable.id })
    .from(pushTable)
    .where(and(eq(pushTable.id, id), isNull(pushTable.deleteTime), scopeOf(registry.named('push'), call.viewer)));
  if (!row) throw notFound();
  const attemptRows = await orm
    .select()
    .from(pushAttemptTable)
    .where(eq(pushAttemptTable.pushId, id))
    .orderBy(desc(pushAttemptTable.id))
    .limit(100);
  return {
    attempts: attemptRows.map(({ pushId: _push, startedAt, endedAt, request, operation, outcome, ...attemptRest }) => ({
      ...attemptRest,
      operation: operation as 'push' | 'withdraw',
      outcome: outcome as PushAttempts['attempts'][number]['outcome'],
      startedAt: formatMoment(startedAt, services.env.zone),
      took: endedAt ? endedAt.getTime() - startedAt.getTime() : null,
      request: request as Readonly<Record<string, unknown>>,
    })),
  };
}

/** Returns the number of pushes of a family by state, and the number sent at the first attempt. */
export async function summaryOf(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  family: PlatformFamily,
): Promise<PushSummary> {
  const { orm } = services.database;
  const inScope = and(
    eq(pushTable.family, family),
    isNull(pushTable.deleteTime),
    scopeOf(registry.named('push'), call.viewer),
  );
  const states = await orm
    .select({ state: pushTable.state, count: count() })
    .from(pushTable)
    .where(inScope)
    .groupBy(pushTable.state);
  // A manual retry resets the counter, so the attempts are counted: a push with one attempt succeeded at the first.
  const attemptCount = orm
    .select({ count: count() })
    .from(pushAttemptTable)
    .where(eq(pushAttemptTable.pushId, pushTable.id));
  const [first] = await orm
    .select({ count: count() })
    .from(pushTable)
    .where(and(inScope, eq(pushTable.state, 'succeeded'), sql`(${attemptCount}) = 1`));
  const [oldest] = await orm
    .select({ at: min(pushTable.stageSince) })
    .from(pushTable)
    .where(and(inScope, eq(pushTable.state, 'waiting')));
  const attempts = await orm
    .select({ outcome: pushAttemptTable.outcome, count: count() })
    .from(pushAttemptTable)
    .innerJoin(pushTable, eq(pushTable.id, pushAttemptTable.pushId))
    .where(and(inScope, sql`${pushAttemptTable.outcome} is not null`))
    .groupBy(pushAttemptTable.outcome);
  const countByOutcome = Object.fromEntries(
    attempts.map(({ outcome, count: outcomeCount }) => [outcome, outcomeCount]),
  );
  return {
    family,
    states: Object.fromEntries(states.map(({ state, count: stateCount }) => [state ?? '', stateCount])),
    firstTime: first?.count ?? 0,
    attempts: { accepted: 0, repeated: 0, rejected: 0, unreachable: 0, ...countByOutcome },
    oldestWaiting: oldest?.at ? formatMoment(new Date(oldest.at), services.env.zone) : null,
  };
}
