import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { type SeenFingerprint, signingTexts } from '@contract/workflow/signatureTexts';
import { type Move, permissionOfMove } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { once } from '@server/crud/runOnce';
import { idSchema } from '@server/http/bodySchemas';
import { assertSeen } from '@server/signing/seenFingerprint';
import { leavesSignatures } from '@server/signing/signedContent';
import { getRow } from '../crud/operations';
import type { Registry } from '../crud/resource';
import { idParam, ok } from '../crud/routes';
import type { Orm } from '../db/orm';
import { conflict, forbidden, invalid, Refusal, stale } from '../http/errors';
import { type Call, type Route, route } from '../http/route';
import type { Services } from '../services';
import { withChanges } from './changesSinceReturn';
import { confirmSigningPassword } from './confirmSigningPassword';
import { lockRow, lockRows, type MovedEntity, moveRows, roundStepsOf } from './moveRows';
import { actingFor, type Principal } from './onBehalf';
import { type AlsoSigned, fingerprintField, fingerprintOf, maxRowsTogether, seenRoute } from './signedFingerprint';
import { timelineOf } from './stepHistory';

export interface MoveContext {
  readonly services: Services;
  readonly registry: Registry;
  readonly tx: Orm;
  readonly call: Call<unknown>;
  readonly row: AnyRow;
  readonly reason: string | undefined;
  /** Person on whose behalf the viewer makes the move. */
  readonly onBehalf: Principal | undefined;
}

export interface MoveRule {
  /**
   * Returns why such a row never makes the move; null if it may. A withheld move is not offered and is refused with
   * this sentence.
   */
  readonly withheldReason?: (row: AnyRow) => string | null;
  /** Returns a note to show before the move. It is stored as the reason of the step if no reason is given. */
  readonly note?: (services: Services, orm: Orm, row: AnyRow) => Promise<string | null>;
  /** Returns the parts that the move signs besides the row's content; the move itself compiles them. */
  readonly alsoSigned?: AlsoSigned;
  /** Throws a Refusal, or returns columns that change with the state. */
  readonly before?: (context: MoveContext) => Promise<Readonly<Record<string, unknown>> | void>;
  /** Performs additional effects in the same transaction. Returns what follows after the commit, such as a push. */
  readonly after?: (context: MoveContext & { readonly to: string }) => Promise<(() => Promise<void>) | void>;
  /**
   * Returns other objects that the move returned, such as single samples of a sheet; the people concerned are
   * notified.
   */
  readonly sentBack?: (context: MoveContext & { readonly to: string }) => Promise<readonly SentBack[]>;
}

interface SentBack {
  /** Name of the returned object; by default the row. */
  readonly objectName?: string;
  /** Ids of the people to notify, without the person who makes the move. */
  readonly people: readonly number[];
  readonly reason: string;
}

const moveBody = z.object({
  id: idSchema,
  move: z.string({ error: () => '缺少操作' }).max(40),
  version: z.int().optional(),
  asSeen: fingerprintField.optional(),
  reason: z.string().max(500, '原因不能超过500个字').optional(),
  password: z.string().max(200, failures.wrongPassword).optional(),
  /** 代: id of the person who delegated this step to the viewer. */
  onBehalfOf: z.int().positive().max(2_147_483_647).optional(),
});

type OneMoveBody = Omit<z.output<typeof moveBody>, 'password'>;

const seenRow = z.object({
  id: moveBody.shape.id,
  version: z.int({ error: () => signingTexts.noVersion }),
  asSeen: fingerprintField.optional(),
});
const manyBody = moveBody.omit({ id: true, version: true, asSeen: true }).extend({
  rows: z
    .array(seenRow, { error: () => signingTexts.noneToMove })
    .min(1, signingTexts.noneToMove)
    .max(maxRowsTogether, `一次最多办理${maxRowsTogether}条`),
});

type ManyBody = Omit<z.output<typeof manyBody>, 'password'>;
type MoveRules = Readonly<Record<string, MoveRule>>;

/** Highest number of characters of a step's reason. */
const maxReasonLength = 500;

const noteOf = async (services: Services, orm: Orm, rule: MoveRule | undefined, row: AnyRow): Promise<string | null> =>
  (await rule?.note?.(services, orm, row))?.slice(0, maxReasonLength) ?? null;

/** Adds the notes of the rules to the moves of a timeline. */
async function withNotes(services: Services, timeline: Timeline, rules: MoveRules, row: AnyRow): Promise<Timeline> {
  const { orm } = services.database;
  const moves: Timeline['moves'][number][] = [];
  for (const move of timeline.moves) {
    const next = [move.next, await noteOf(services, orm, rules[move.key], row)].filter(Boolean).join('。');
    moves.push(next ? { ...move, next } : move);
  }
  return { ...timeline, moves };
}

/**
 * Makes one move of a locked row, with the rule's checks and effects. A move back notifies the person whose step it
 * undoes.
 * @param request.principal id of the person on whose behalf the viewer acts
 * @param request.seen fingerprint of the content that the viewer saw; both are undefined if the program moves the row
 * @param afterCommit receives functions to call after the commit
 */
async function moveOne(
  moveContext: Omit<MoveContext, 'onBehalf'>,
  workflow: MovedEntity,
  rule: MoveRule | undefined,
  key: string,
  { principal, seen }: { readonly principal: number | undefined; readonly seen: SeenFingerprint | undefined },
  afterCommit: (() => Promise<void>)[],
): Promise<string> {
  const { services, registry, tx, call, row, reason } = moveContext;
  const onBehalf =
    principal === undefined
      ? undefined
      : await actingFor(services, tx, call.viewer, workflow.machine, {
          state: String(row[workflow.stateField]),
          key,
          principal,
        });
  const context: MoveContext = { ...moveContext, onBehalf };
  const withheldReason = rule?.withheldReason?.(row) ?? null;
  if (withheldReason !== null) throw conflict(withheldReason, 'withheld');
  if (seen) {
    const now = await fingerprintOf(services, tx, workflow, row, rule?.alsoSigned);
    if (now) assertSeen(now, seen);
  }
  const changes = (await rule?.before?.(context)) ?? {};
  const noteText = reason ? null : await noteOf(services, tx, rule, row);
  const previousMadeSteps = (await roundStepsOf(tx, workflow.machine, [row.id])).get(row.id) ?? [];
  const to = await moveRows(services, tx, call, workflow, [row], key, {
    reason: noteText ?? reason,
    signed: workflow.machine.moves.find((candidate) => candidate.key === key)?.signs ?? false,
    changes,
    onBehalf,
  });
  const followUp = await rule?.after?.({ ...context, to });
  if (followUp) afterCommit.push(followUp);
  const move = workflow.machine.moves.find((candidate) => candidate.key === key);
  const sender =
    previousMadeSteps.findLast(({ fromState }) => fromState === to)?.personId ??
    (move?.refuses ? (previousMadeSteps.at(-1)?.personId ?? row.createBy) : null);
  const returnedItems: SentBack[] = [...((await rule?.sentBack?.({ ...context, to })) ?? [])];
  if (reason?.trim() && sender !== null) returnedItems.push({ people: [sender], reason: reason.trim() });
  for (const { objectName, people, reason: returnReason } of returnedItems) {
    const notify = await registry.tellReturned?.(services, tx, call, {
      entity: workflow.resource.entity,
      row,
      what: objectName,
      people: people.filter((id) => id !== call.viewer.user.id),
      move: move?.label ?? key,
      reason: returnReason,
    });
    if (notify) afterCommit.push(notify);
  }
  return to;
}

/** Runs the functions that a transaction left for after its commit. */
async function runAfterCommit<T>(afterCommit: readonly (() => Promise<void>)[], result: Promise<T>): Promise<T> {
  const value = await result;
  for (const runEffect of afterCommit) await runEffect();
  return value;
}

/**
 * Makes one move of one row in its own transaction, with the rule's checks and effects. The caller has checked the
 * permission, and the password if the move signs.
 * @param workflow machine, table and state field of the row
 * @param rules checks and effects of the moves by key
 * @param call request with the row's version, the move and its reason
 * @throws Refusal 404; 409 (another state, stale, same person); and the refusals of the rule
 */
export function performMove(
  services: Services,
  registry: Registry,
  workflow: MovedEntity,
  rules: MoveRules,
  call: Call<OneMoveBody>,
): Promise<string> {
  const { resource } = workflow;
  const { id, move: key, version, asSeen: seenFingerprint, reason, onBehalfOf: principal } = call.body;
  const afterCommit: (() => Promise<void>)[] = [];
  return runAfterCommit(
    afterCommit,
    services.database.transaction((tx) =>
      once(tx, call, async () => {
        afterCommit.length = 0;
        const row = await lockRow(workflow, tx, call, id);
        if (version !== undefined && row.version !== version)
          throw stale(await getRow({ services, registry, resource, call }, id, tx));
        await workflow.assertWholeDocuments?.(tx, [row]);
        return moveOne(
          { services, registry, tx, call, row, reason },
          workflow,
          rules[key],
          key,
          { principal, seen: seenFingerprint },
          afterCommit,
        );
      }),
    ),
  );
}

/**
 * Makes the same move of several rows in one transaction, all or none (QUALITY SIG4). A refusal names the row
 * concerned.
 * @throws Refusal as `performMove`
 */
function performMoves(
  services: Services,
  registry: Registry,
  workflow: MovedEntity,
  rules: MoveRules,
  call: Call<ManyBody>,
): Promise<number> {
  const { rows: requestedRows, move: key, reason, onBehalfOf: principal } = call.body;
  const afterCommit: (() => Promise<void>)[] = [];
  const result = services.database.transaction((tx) =>
    once(tx, call, async () => {
      afterCommit.length = 0;
      const rows = await lockRows(
        workflow,
        tx,
        call,
        requestedRows.map(({ id }) => id),
      );
      await workflow.assertWholeDocuments?.(tx, rows);
      for (const row of rows) {
        try {
          const requestedRow = requestedRows.find(({ id }) => id === row.id);
          if (requestedRow?.version !== row.version)
            throw stale(await getRow({ services, registry, resource: workflow.resource, call }, row.id, tx));
          const request = { principal, seen: requestedRow.asSeen };
          await moveOne({ services, registry, tx, call, row, reason }, workflow, rules[key], key, request, afterCommit);
        } catch (error) {
          if (!(error instanceof Refusal) || rows.length === 1) throw error;
          throw new Refusal(
            error.status,
            error.code,
            signingTexts.oneOfMany(String(row[workflow.resource.entity.titleField] ?? row.id), error.message),
            error.details,
          );
        }
      }
      return rows.length;
    }),
  );
  return runAfterCommit(afterCommit, result);
}

interface MoveRequest {
  readonly move: string;
  readonly version?: number | undefined;
  readonly asSeen?: SeenFingerprint | undefined;
  readonly rows?: readonly { readonly asSeen?: SeenFingerprint | undefined }[] | undefined;
  readonly reason?: string | undefined;
  readonly password?: string | undefined;
  readonly onBehalfOf?: number | undefined;
}

/**
 * Checks permission, reason and password of a move.
 * @returns the call without the password, which is never stored
 */
async function confirmMove<B extends MoveRequest>(
  services: Services,
  { machine }: MovedEntity,
  offeredMoves: readonly Move[],
  call: Call<B>,
): Promise<{ move: Move; callWithoutPassword: Call<Omit<B, 'password'>> }> {
  const { password, ...body } = call.body;
  const move = offeredMoves.find(({ key }) => key === body.move);
  if (!move) throw conflict(`${machine.label}没有这项操作，请刷新后重试`, 'unknownMove');
  const { viewer } = call;
  // A delegate needs no permission for the move; the delegation is checked under the row's lock.
  if (body.onBehalfOf === undefined && !viewer.user.isAdmin && !viewer.permissions.has(permissionOfMove(machine, move)))
    throw forbidden();
  if (move.needsReason && !body.reason?.trim())
    throw invalid([{ field: 'reason', message: `请填写${move.label}的原因` }]);
  // A signature requires the version and the content that the person saw.
  if (move.signs && body.version === undefined && !body.rows)
    throw invalid([{ field: 'version', message: signingTexts.noVersion }]);
  if (move.signs && leavesSignatures(machine.name) && (body.rows ?? [body]).some(({ asSeen }) => !asSeen))
    throw invalid([{ field: 'asSeen', message: signingTexts.noFingerprint }]);
  if (move.signs) await confirmSigningPassword(services, call, password, move.label);
  // The stored hash of the request (idempotency) must not include the password.
  return { move, callWithoutPassword: Object.create(call, { body: { value: body } }) as Call<Omit<B, 'password'>> };
}

/** Returns the answer of `GET <path>/timeline/:id`: steps, possible moves, and the fingerprint for a signature. */
async function timelineAnswer(
  services: Services,
  registry: Registry,
  workflow: MovedEntity,
  rules: MoveRules,
  offeredMoves: readonly Move[],
  call: Call<unknown>,
) {
  const { machine, resource, stateField } = workflow;
  const { orm } = services.database;
  const row = await getRow({ services, registry, resource, call }, idParam(call));
  const timeline = await timelineOf(
    services,
    orm,
    machine,
    { id: row.id, state: String(row[stateField]), organizationId: row.organizationId },
    call.viewer,
    offeredMoves.map(({ key }) => key).filter((key) => !rules[key]?.withheldReason?.(row)),
  );
  // The page of the row gets the parts that a move compiles itself with its own answer.
  const asSeen = timeline.moves.some(({ signs }) => signs) ? await fingerprintOf(services, orm, workflow, row) : null;
  const timelineWithChanges = await withChanges(
    { services, registry },
    orm,
    call.viewer,
    resource.entity,
    row,
    await withNotes(services, timeline, rules, row),
  );
  return { ...timelineWithChanges, ...(asSeen ? { asSeen } : {}) };
}

/** Returns `PUT <path>/moveMany`. */
function moveManyRoute(
  services: Services,
  registry: Registry,
  workflow: MovedEntity,
  rules: MoveRules,
  offeredMoves: readonly Move[],
): Route {
  const { machine, resource } = workflow;
  const { path, label: tag } = resource.entity;
  return route({
    method: 'PUT',
    path: `${path}/moveMany`,
    permission: offeredMoves.map((move) => permissionOfMove(machine, move)),
    tag,
    summary: `${tag}批量流转：全部办理，或全部不办理`,
    body: manyBody,
    async handle(call) {
      const { move, callWithoutPassword } = await confirmMove(services, workflow, offeredMoves, call);
      const movedCount = await performMoves(services, registry, workflow, rules, callWithoutPassword);
      return ok(signingTexts.manyMoved(move.label, movedCount));
    },
  });
}

/**
 * Returns `PUT <path>/move` and `GET <path>/timeline/:id` of an entity that a machine moves.
 * @param rules the moves that people make by this call, with checks and effects; other moves happen together with
 * moves of other entities
 * @param workflow machine, table and state field of the rows
 * @param together adds `PUT <path>/moveMany`, and `GET <path>/seen` if the moves sign
 */
export function moveRoutes(
  services: Services,
  registry: Registry,
  workflow: MovedEntity,
  rules: MoveRules,
  { together = false }: { readonly together?: boolean } = {},
): Route[] {
  const { machine, resource } = workflow;
  const { path, label: tag } = resource.entity;
  const offeredMoves = machine.moves.filter(({ key }) => Object.hasOwn(rules, key));
  return [
    route({
      method: 'PUT',
      path: `${path}/move`,
      permission: offeredMoves.map((move) => permissionOfMove(machine, move)),
      tag,
      summary: `${tag}流转：${offeredMoves.map(({ label }) => label).join('、')}`,
      body: moveBody,
      async handle(call) {
        const { move, callWithoutPassword } = await confirmMove(services, workflow, offeredMoves, call);
        return ok(`${move.label}成功`, {
          state: await performMove(services, registry, workflow, rules, callWithoutPassword),
        });
      },
    }),
    ...(together ? [moveManyRoute(services, registry, workflow, rules, offeredMoves)] : []),
    ...(together && leavesSignatures(machine.name) ? [seenRoute(services, registry, workflow)] : []),
    route({
      method: 'GET',
      path: `${path}/timeline/:id`,
      permission: [permissionOf(resource.entity, 'list')],
      tag,
      summary: `${tag}的办理记录：每一步的人、时间与原因，以及现在可做的操作`,
      handle: (call) => timelineAnswer(services, registry, workflow, rules, offeredMoves, call),
    }),
  ];
}
