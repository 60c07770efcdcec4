import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import {
  delegationTexts,
  mayTake,
  maxDays,
  stepLabel,
  stepsIn,
  type DelegationCandidate,
  type MyDelegations,
} from '@contract/features/reports/delegation/delegationRules';
import { delegation } from '@contract/features/reports/entities/delegation';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows, insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { delegationTable, userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { idField, idSchema } from '@server/http/bodySchemas';
import { conflict, forbidden, invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { nameOnPaper } from '@server/signing/signRows';
import { runningDelegations } from '@server/workflow/onBehalf';
import { signersOf } from '@server/workflow/rowSigners';

const dayField = (label: string) => z.iso.date(`请选择${label}`);
const addBody = z.object({
  delegate: idField('请选择受托人'),
  steps: z
    .array(z.string().max(40), { error: () => delegationTexts.noSteps })
    .min(1, delegationTexts.noSteps)
    .max(10),
  validFrom: dayField('开始日期'),
  validUntil: dayField('结束日期'),
  reason: z
    .string({ error: () => '请填写委托原因' })
    .trim()
    .min(1, '请填写委托原因')
    .max(300, '委托原因不能超过300个字'),
});
const endBody = z.object({ id: idSchema, reason: z.string().trim().max(300, '原因不能超过300个字').default('') });
type RequestedDelegation = z.output<typeof addBody>;

const dayMs = 86_400_000;
const invalidField = (field: string, message: string) => invalid([{ field, message }]);

/** Returns the number of days of a delegation, both ends counted. */
const lengthOf = ({ validFrom, validUntil }: Pick<RequestedDelegation, 'validFrom' | 'validUntil'>): number =>
  (Date.parse(validUntil) - Date.parse(validFrom)) / dayMs + 1;

/** Refuses a second delegation of the same step in the same period, because only one person may be responsible. */
async function assertFree(
  tx: Orm,
  principal: number,
  { steps, validFrom, validUntil }: RequestedDelegation,
): Promise<void> {
  const overlappingDelegations = await tx
    .select({
      steps: delegationTable.steps,
      from: delegationTable.validFrom,
      until: delegationTable.validUntil,
      name: personName(),
    })
    .from(delegationTable)
    .innerJoin(userTable, eq(userTable.id, delegationTable.delegate))
    .where(
      and(
        eq(delegationTable.principal, principal),
        isNull(delegationTable.endedAt),
        isNull(delegationTable.deleteTime),
        lte(delegationTable.validFrom, validUntil),
        gte(delegationTable.validUntil, validFrom),
      ),
    );
  for (const otherDelegation of overlappingDelegations) {
    const sharedStep = stepsIn(otherDelegation.steps).find((key) => steps.includes(key));
    if (sharedStep)
      throw conflict(
        delegationTexts.overlap(
          stepLabel(sharedStep),
          otherDelegation.name,
          String(otherDelegation.from),
          String(otherDelegation.until),
        ),
        'overlap',
      );
  }
}

const { path, label: tag } = delegation;

function todayOf(context: CrudContext) {
  const { services } = context;
  return formatDay(services.now(), services.env.zone);
}

/**
 * Checks the period and the steps of a requested delegation, and returns the person who may take them.
 * @throws Refusal 400 that names the field; 409 for a step that is delegated already
 */
async function checkedDelegate(
  context: CrudContext,
  tx: Orm,
  call: Call<RequestedDelegation>,
  steps: readonly string[],
): Promise<{ id: number; nickName: string }> {
  const { user, homeOrganizationId } = call.viewer;
  const request = call.body;
  if (request.delegate === user.id) throw invalidField('delegate', delegationTexts.self);
  if (request.validFrom < todayOf(context)) throw invalidField('validFrom', delegationTexts.past);
  if (request.validUntil < request.validFrom) throw invalidField('validUntil', delegationTexts.order);
  if (lengthOf(request) > maxDays) throw invalidField('validUntil', delegationTexts.tooLong);
  // The lock makes two simultaneous delegations of one person wait for each other.
  await tx.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, user.id)).for('no key update');
  const signers = await signersOf(tx, homeOrganizationId, [user.id, request.delegate]);
  const ownPermissions = signers.get(user.id)?.permissions ?? new Set<string>();
  const foreignStep = steps.find((key) => !ownPermissions.has(key) || !mayTake(key, ownPermissions));
  if (foreignStep !== undefined) throw invalidField('steps', delegationTexts.notYours(stepLabel(foreignStep)));
  const [person] = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .where(
      and(
        eq(userTable.id, request.delegate),
        homeOrganizationId === null ? undefined : eq(userTable.organizationId, homeOrganizationId),
        eq(userTable.enabled, '1'),
        isNull(userTable.deleteTime),
      ),
    );
  if (!person) throw invalidField('delegate', delegationTexts.noDelegate);
  const stepBeyondDelegate = steps.find((key) => !mayTake(key, signers.get(person.id)?.permissions ?? new Set()));
  if (stepBeyondDelegate !== undefined)
    throw invalidField('delegate', delegationTexts.notAble(person.nickName, stepLabel(stepBeyondDelegate)));
  await assertFree(tx, user.id, { ...request, steps: [...steps] });
  return person;
}

/** Stores a delegation of the caller's own steps, and the notice to both people. */
async function addDelegation(context: CrudContext, tx: Orm, call: Call<RequestedDelegation>) {
  const { services, registry } = context;
  const { user, homeOrganizationId } = call.viewer;
  const request = call.body;
  const steps = [...new Set(request.steps)];
  const person = await checkedDelegate(context, tx, call, steps);
  const { validFrom, validUntil, reason } = request;
  const self = await nameOnPaper(tx, user);
  const draft = {
    title: delegationTexts.title(self, person.nickName),
    principal: user.id,
    delegate: person.id,
    steps: steps.join(','),
    validFrom,
    validUntil,
    reason,
  };
  const row = await insertRow(
    { services, registry, resource: registry.named(delegation.name), call },
    tx,
    draft,
    { action: 'add' },
    homeOrganizationId,
  );
  const msgId = await storeMessage(services, tx, call, {
    title: delegationTexts.noticeTitle(self, person.nickName),
    text: delegationTexts.noticeText(
      self,
      person.nickName,
      steps.map(stepLabel).join('、'),
      validFrom,
      validUntil,
      reason,
    ),
    priority: '1',
    organizationId: homeOrganizationId,
    people: [{ id: user.id, nickName: self }, person],
  });
  return { id: row.id, msgId, people: [user.id, person.id] };
}

async function endDelegation(context: CrudContext, tx: Orm, call: Call<z.output<typeof endBody>>) {
  const { services, registry } = context;
  const { user } = call.viewer;
  const operationContext = { services, registry, resource: registry.named(delegation.name), call };
  const [row] = (await findVisibleRows(operationContext, tx, [call.body.id], true)) as (AnyRow & {
    principal: number;
    delegate: number;
  })[];
  if (!row) throw notFound();
  if (row.principal !== user.id && row.delegate !== user.id) throw forbidden(delegationTexts.notYoursToEnd);
  if (row.endedAt || String(row.validUntil) < todayOf(context)) throw conflict(delegationTexts.over, 'wrongState');
  const { reason } = call.body;
  const endValues = { endedAt: services.now(), endedBy: user.id, endReason: reason || null };
  await tx
    .update(delegationTable)
    .set({ ...endValues, version: row.version + 1, updateBy: user.id, updateTime: services.now() })
    .where(eq(delegationTable.id, row.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: delegation,
      entityId: row.id,
      title: String(row.title),
      organizationId: row.organizationId,
      before: { endedBy: null },
      after: { endedBy: user.id, endReason: endValues.endReason },
      ...(reason ? { reason } : {}),
    },
  ]);
  const people = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .where(inArray(userTable.id, [row.principal, row.delegate]));
  const [principal, delegate] = [row.principal, row.delegate].map(
    (personId) => people.find((person) => person.id === personId)?.nickName ?? '',
  );
  const msgId = await storeMessage(services, tx, call, {
    title: delegationTexts.endedTitle(principal ?? '', delegate ?? ''),
    text: delegationTexts.endedText(principal ?? '', delegate ?? '', await nameOnPaper(tx, user), reason),
    priority: '1',
    organizationId: row.organizationId,
    people,
  });
  return { id: row.id, msgId, people: people.map((person) => person.id) };
}

/** Returns the delegations with which the caller may act today. */
async function delegatedToday(context: CrudContext, { viewer }: Call<unknown>): Promise<MyDelegations> {
  const { services } = context;
  const { orm } = services.database;
  const heldDelegations = (await runningDelegations(services, orm, viewer)).map(
    ({ id: delegationId, principal, steps, validUntil }) => ({
      id: delegationId,
      principal: principal.id,
      principalName: principal.nickName,
      steps,
      validUntil,
    }),
  );
  return { today: todayOf(context), ownDelegations: heldDelegations };
}

/** Returns the people who may take the chosen steps over. */
async function candidatesFor(
  { services }: CrudContext,
  { viewer, query }: Call<unknown>,
): Promise<DelegationCandidate[]> {
  const { orm } = services.database;
  const requestedSteps = stepsIn(typeof query.steps === 'string' ? query.steps : '');
  const people = await signersOf(orm, viewer.homeOrganizationId);
  return [...people.values()]
    .filter(
      (candidate) =>
        candidate.id !== viewer.user.id &&
        requestedSteps.length > 0 &&
        requestedSteps.every((key) => mayTake(key, candidate.permissions)),
    )
    .map(({ id: personId, nickName, roles }) => ({ id: personId, name: nickName, roles: roles.join('、') }));
}

/** Routes of 审批委托: a signer delegates to another signer; both can list and end a delegation. */
export function delegationRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const addPermissions = [permissionOf(delegation, 'add')];

  return [
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: addPermissions,
      tag,
      summary: '把自己的审批步骤在一段时间内委托给本机构的另一人',
      body: addBody,
      async handle(call) {
        const result = await database.transaction((tx) => once(tx, call, () => addDelegation(context, tx, call)));
        await pushMessage(services, result.people, result.msgId);
        return ok(call.body.validFrom > todayOf(context) ? delegationTexts.comingAdded : delegationTexts.added, {
          id: result.id,
        });
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/end`,
      permission: addPermissions,
      tag,
      summary: '提前结束审批委托（委托人或受托人）',
      body: endBody,
      async handle(call) {
        const result = await database.transaction((tx) => once(tx, call, () => endDelegation(context, tx, call)));
        await pushMessage(services, result.people, result.msgId);
        return ok(delegationTexts.ended);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/mine`,
      permission: 'signedIn',
      tag,
      summary: '今天由自己代为办理的委托',
      handle: (call) => delegatedToday(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/candidates`,
      permission: addPermissions,
      tag,
      summary: '可以接受所选步骤的人',
      query: { steps: '步骤，以逗号分隔' },
      handle: (call) => candidatesFor(context, call),
    }),
  ];
}
