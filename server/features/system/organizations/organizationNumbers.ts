import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { usedSampleRule } from '@contract/arithmetic/air/fieldSampleNumber';
import { replacedEntries } from '@contract/dictionaries/replacedEntries';
import {
  countsBy,
  type NumberKind,
  numberKindNames,
  numberKinds,
  type NumberState,
  numberTexts,
} from '@contract/features/projects/runningNumberRules';
import { organization } from '@contract/features/system/entities/organization';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { assertWritable } from '@server/crud/rowScope';
import { firstFree, highestCount, lastCount, seriesOf, setCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, organizationTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const numbersBody = z.object({
  id: idField(failures.badBody),
  kind: z.enum(numberKindNames as [NumberKind, ...NumberKind[]], { error: () => failures.badBody }),
  type: z.string().max(100).nullish(),
  used: z
    .int({ error: () => `${numberTexts.used}应为整数` })
    .min(0, `${numberTexts.used}不能小于0`)
    .max(999_999_999),
});

/** A project type of an organization. Of a common one and an own one of the same name, new projects get the own one. */
interface ProjectType {
  readonly value: string;
  readonly label: string;
  readonly organizationId: number | null;
  readonly createBy: number | null;
  readonly replacedBy?: string;
  readonly replaces?: string[];
}

/** Returns the project types of an organization, common ones and its own. */
export async function projectTypesOf(orm: Orm, organizationId: number): Promise<ProjectType[]> {
  const rows = await orm
    .select({
      value: dictDetailTable.value,
      label: dictDetailTable.label,
      organizationId: dictDetailTable.organizationId,
      createBy: dictDetailTable.createBy,
    })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'projectType'),
        isNull(dictDetailTable.deleteTime),
        eq(dictDetailTable.disabled, false),
        or(isNull(dictDetailTable.organizationId), eq(dictDetailTable.organizationId, organizationId)),
      ),
    )
    .orderBy(asc(dictDetailTable.dictSort), asc(dictDetailTable.id));
  const replaced = replacedEntries('projectType', rows);
  return rows.map((row) => {
    const replacedBy = row.organizationId === null ? replaced.get(row.value) : undefined;
    if (replacedBy !== undefined) return { ...row, replacedBy };
    const replaces = [...replaced].flatMap(([common, own]) => (own === row.value ? [common] : []));
    return replaces.length ? { ...row, replaces } : row;
  });
}

const noteOf = (type: ProjectType | null): Pick<NumberState, 'replaces' | 'replacedBy'> => ({
  ...(type?.replaces ? { replaces: type.replaces } : {}),
  ...(type?.replacedBy === undefined ? {} : { replacedBy: type.replacedBy }),
});

const countedByProject = { type: null, typeName: null, used: null, next: null } as const;

async function statesOf(orm: Orm, organizationId: number, day: string): Promise<NumberState[]> {
  const types = await projectTypesOf(orm, organizationId);
  const [row] = await orm
    .select({ sampleNumberRule: organizationTable.sampleNumberRule })
    .from(organizationTable)
    .where(eq(organizationTable.id, organizationId));
  const states: NumberState[] = [];
  for (const kind of numberKindNames) {
    // The numbers of field samples stand before those of incoming samples.
    if (kind === 'incoming')
      states.push({ ...countedByProject, kind: 'sample', rule: usedSampleRule(row?.sampleNumberRule) });
    const { rule } = await seriesOf(orm, organizationId, kind, { day });
    if (countsBy(rule, 'PROJECT')) {
      states.push({ ...countedByProject, kind, rule });
      continue;
    }
    for (const type of countsBy(rule, 'TYPE') ? types : [null]) {
      const numberFacts = { day, ...(type ? { type: type.value } : {}), ...(kind === 'incoming' ? { kind: 'L' } : {}) };
      const { series, numberOf } = await seriesOf(orm, organizationId, kind, numberFacts);
      const usedCount = await lastCount(orm, organizationId, series);
      if (type?.replacedBy !== undefined && usedCount === 0) continue;
      const registered = await highestCount(orm, organizationId, kind, numberOf);
      const next = numberOf(await firstFree(orm, organizationId, kind, numberOf, usedCount + 1));
      states.push({
        kind,
        rule,
        type: type?.value ?? null,
        typeName: type?.label ?? null,
        used: usedCount,
        ...(registered > usedCount ? { registered } : {}),
        next,
        ...noteOf(type),
      });
    }
  }
  return states;
}

/**
 * Routes of an organization's running numbers: the numbers used this year, and setting them when work is taken over.
 */
export function numberRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  const resource = registry.named('organization');
  const today = () => formatDay(now(), env.zone);
  return [
    route({
      method: 'GET',
      path: 'api/organization/:id/numbers',
      permission: [permissionOf(organization, 'edit')],
      tag: organization.label,
      summary: '各类编号：规则、本年度已用到、下一个编号',
      async handle(call): Promise<NumberState[]> {
        const row = await getRow({ services, registry, resource, call }, idParam(call));
        return statesOf(database.orm, row.id, today());
      },
    }),
    route({
      method: 'PUT',
      path: 'api/organization/numbers',
      permission: [permissionOf(organization, 'edit')],
      tag: organization.label,
      summary: '设置一类编号本年度已用到的流水号',
      body: numbersBody,
      handle: (call) =>
        database.transaction(async (tx) => {
          const { id, kind, type, used } = call.body;
          const row = await getRow({ services, registry, resource, call }, id, tx);
          assertWritable(resource, call.viewer, row);
          const { rule, series } = await seriesOf(tx, id, kind, {
            day: today(),
            ...(type ? { type } : {}),
            ...(kind === 'incoming' ? { kind: 'L' } : {}),
          });
          if (countsBy(rule, 'PROJECT')) throw invalid([{ field: 'kind', message: numberTexts.unknownSeries }]);
          if (countsBy(rule, 'TYPE') && !(await projectTypesOf(tx, id)).some(({ value }) => value === type))
            throw invalid([{ field: 'type', message: '请选择项目类型' }]);
          const before = await lastCount(tx, id, series);
          await setCount(tx, id, series, used);
          await recordAudit(tx, actorOf(call), [
            {
              action: 'edit',
              entity: organization,
              entityId: id,
              title: String(row.name),
              organizationId: id,
              before: { numbers: `${numberKinds[kind].label} ${series}：${before}` },
              after: { numbers: `${numberKinds[kind].label} ${series}：${used}` },
            },
          ]);
          return ok(numberTexts.saved, await statesOf(tx, id, today()));
        }),
    }),
  ];
}
