import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { type Move, permissionOfMove } from '@contract/workflow/machine';
import { type AsSeen, signingTexts } from '@contract/workflow/signing';
import type { Timeline } from '@contract/workflow/workflowWire';
import { assertSeen } from '@server/signing/seenContent';
import { leavesSignatures } from '@server/signing/signedContent';
import { once } from '../crud/idempotent';
import { getRow } from '../crud/operations';
import type { Registry } from '../crud/resource';
import { idParam, ok } from '../crud/routes';
import type { Orm } from '../db/orm';
import { conflict, forbidden, invalid, Refusal, stale } from '../http/errors';
import { type Call, type Route, route } from '../http/route';
import type { Services } from '../services';
import { type AlsoSigned, asSeenField, fingerprintOf, mostTogether, seenRoute } from './asSeen';
import { withChanges } from './changesSince';
import { confirmPassword } from './confirmPassword';
import { lockRow, lockRows, type Moved, moveRows, waysOf } from './move';
import { actingFor, type Principal } from './onBehalf';
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
  readonly withheld?: (row: AnyRow) => string | null;
  /** Returns a note to show before the move. It is stored as the reason of the step if no reason is given. */
  readonly note?: (services: Services, orm: Orm, row: AnyRow) => Promise<string | null>;
  /** Returns the parts that the move signs besides the row's content; the move itself compiles them. */
  readonly alsoSigned?: AlsoSigned;
  /** Throws a Refusal, or returns columns that change with the state. */
  readonly before?: (context: MoveContext) => Promise<Readonly<Record<string, unknown>> | void>;
  /** Performs additional effects in the same transaction. */
  readonly after?: (context: MoveContext & { readonly to: string }) => Promise<void>;
  /**
   * Returns other objects that the move returned, such as single samples of a sheet; the people concerned are
   * notified.
   */
  readonly sentBack?: (context: MoveContext & { readonly to: string }) => Promise<readonly SentBack[]>;
}

interface SentBack {
  /** Name of the returned object; by default the row. */
  readonly what?: string;
  /** Ids of the people to notify, without the person who makes the move. */
  readonly people: readonly number[];
  readonly reason: string;
}

const moveBody = z.object({
  id: z
    .int({ error: () => '请求不完整，请刷新页面后重试' })
    .positive()
    .max(2_147_483_647),
  move: z.string({ error: () => '缺少操作' }).max(40),
  version: z.int().optional(),
  asSeen: asSeenField.optional(),
  reason: z.string().max(500, '原因不能超过500个字').optional(),
  password: z.string().max(200, failures.wrongPassword).optional(),
  /** 代: id of the person who delegated this step to the viewer. */
  onBehalfOf: z.int().positive().max(2_147_483_647).optional(),
});

type MoveAsked = Omit<z.output<typeof moveBody>, 'password'>;

const seenRow = z.object({
  id: moveBody.shape.id,
  version: z.int({ error: () => signingTexts.noVersion }),
  asSeen: asSeenField.optional(),
});
const manyBody = moveBody.omit({ id: true, version: true, asSeen: true }).extend({
  rows: z
    .array(seenRow, { error: () => signingTexts.noneToMove })
    .min(1, signingTexts.noneToMove)
    .max(mostTogether, `一次最多办理${mostTogether}条`),
});

type ManyAsked = Omit<z.output<typeof manyBody>, 'password'>;
type Rules = Readonly<Record<string, MoveRule>>;

/** Highest number of characters of a step's reason. */
const longestReason = 500;

const noteOf = async (services: Services, orm: Orm, rule: MoveRule | undefined, row: AnyRow): Promise<string | null> =>
  (await rule?.note?.(services, orm, row))?.slice(0, longestReason) ?? null;

/** Adds the notes of the rules to the moves of a timeline. */
async function withNotes(services: Services, timeline: Timeline, rules: Rules, row: AnyRow): Promise<Timeline> {
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
 * @param asked the person on whose behalf the viewer acts, and the version that the viewer saw; empty if the program
 * moves the row
 * @param later receives functions to call after the commit
 */
async function moveOne(
  given: Omit<MoveContext, 'onBehalf'>,
  moved: Moved,
  rule: MoveRule | undefined,
  key: string,
  { principal, seen }: { readonly principal: number | undefined; readonly seen: AsSeen | undefined },
  later: (() => Promise<void>)[],
): Promise<string> {
  const { services, registry, tx, call, row, reason } = given;
  const onBehalf =
    principal === undefined
      ? undefined
      : await actingFor(services, tx, call.viewer, moved.machine, {
          state: String(row[moved.stateField]),
          key,
          principal,
        });
  const context: MoveContext = { ...given, onBehalf };
  const why = rule?.withheld?.(row) ?? null;
  if (why !== null) throw conflict(why, 'withheld');
  if (seen) {
    const now = await fingerprintOf(services, tx, moved, row, rule?.alsoSigned);
    if (now) assertSeen(now, seen);
  }
  const changes = (await rule?.before?.(context)) ?? {};
  const told = reason ? null : await noteOf(services, tx, rule, row);
  const before = (await waysOf(tx, moved.machine, [row.id])).get(row.id) ?? [];
  const to = await moveRows(services, tx, call, moved, [row], key, {
    reason: told ?? reason,
    signed: moved.machine.moves.find((one) => one.key === key)?.signs ?? false,
    changes,
    onBehalf,
  });
  await rule?.after?.({ ...context, to });
  const move = moved.machine.moves.find((one) => one.key === key);
  const sender =
    before.findLast(({ fromState }) => fromState === to)?.personId ??
    (move?.refuses ? (before.at(-1)?.personId ?? row.createBy) : null);
  const back: SentBack[] = [...((await rule?.sentBack?.({ ...context, to })) ?? [])];
  if (reason?.trim() && sender !== null) back.push({ people: [sender], reason: reason.trim() });
  for (const { what, people, reason: why } of back) {
    const said = await registry.tellReturned?.(services, tx, call, {
      entity: moved.resource.entity,
      row,
      what,
      people: people.filter((id) => id !== call.viewer.user.id),
      move: move?.label ?? key,
      reason: why,
    });
    if (said) later.push(said);
  }
  return to;
}

/** Runs the functions that a transaction left for after its commit. */
async function done<T>(later: readonly (() => Promise<void>)[], result: Promise<T>): Promise<T> {
  const value = await result;
  for (const act of later) await act();
  return value;
}

/**
 * Makes one move of one row in its own transaction, with the rule's checks and effects. The caller has checked the
 * permission, and the password if the move signs.
 * @throws Refusal 404; 409 (another state, stale, same person); and the refusals of the rule
 */
export function performMove(
  services: Services,
  registry: Registry,
  moved: Moved,
  rules: Rules,
  call: Call<MoveAsked>,
): Promise<string> {
  const { resource } = moved;
  const { id, move: key, version, asSeen: seen, reason, onBehalfOf: principal } = call.body;
  const later: (() => Promise<void>)[] = [];
  return done(
    later,
    services.database.transaction((tx) =>
      once(tx, call, async () => {
        later.length = 0;
        const row = await lockRow(moved, tx, call, id);
        if (version !== undefined && row.version !== version)
          throw stale(await getRow({ services, registry, resource, call }, id, tx));
        return moveOne(
          { services, registry, tx, call, row, reason },
          moved,
          rules[key],
          key,
          { principal, seen },
          later,
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
  moved: Moved,
  rules: Rules,
  call: Call<ManyAsked>,
): Promise<number> {
  const { rows: shown, move: key, reason, onBehalfOf: principal } = call.body;
  const later: (() => Promise<void>)[] = [];
  const made = services.database.transaction((tx) =>
    once(tx, call, async () => {
      later.length = 0;
      const rows = await lockRows(
        moved,
        tx,
        call,
        shown.map(({ id }) => id),
      );
      for (const row of rows) {
        try {
          const as = shown.find(({ id }) => id === row.id);
          if (as?.version !== row.version)
            throw stale(await getRow({ services, registry, resource: moved.resource, call }, row.id, tx));
          const asked = { principal, seen: as.asSeen };
          await moveOne({ services, registry, tx, call, row, reason }, moved, rules[key], key, asked, later);
        } catch (error) {
          if (!(error instanceof Refusal) || rows.length === 1) throw error;
          throw new Refusal(
            error.status,
            error.code,
            signingTexts.oneOfMany(String(row[moved.resource.entity.titleField] ?? row.id), error.message),
            error.details,
          );
        }
      }
      return rows.length;
    }),
  );
  return done(later, made);
}

interface Confirmable {
  readonly move: string;
  readonly version?: number | undefined;
  readonly asSeen?: AsSeen | undefined;
  readonly rows?: readonly { readonly asSeen?: AsSeen | undefined }[] | undefined;
  readonly reason?: string | undefined;
  readonly password?: string | undefined;
  readonly onBehalfOf?: number | undefined;
}

/**
 * Checks permission, reason and password of a move.
 * @returns the call without the password, which is never stored
 */
async function confirmed<B extends Confirmable>(
  services: Services,
  { machine }: Moved,
  offered: readonly Move[],
  call: Call<B>,
): Promise<{ move: Move; asked: Call<Omit<B, 'password'>> }> {
  const { password, ...body } = call.body;
  const move = offered.find(({ key }) => key === body.move);
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
  if (move.signs) await confirmPassword(services, call, password, move.label);
  // The stored hash of the request (idempotency) must not include the password.
  return { move, asked: Object.create(call, { body: { value: body } }) as Call<Omit<B, 'password'>> };
}

/**
 * Returns `PUT <path>/move` and `GET <path>/timeline/:id` of an entity that a machine moves.
 * @param rules the moves that people make by this call, with checks and effects; other moves happen together with
 * moves of other entities
 * @param together adds `PUT <path>/moveMany`, and `GET <path>/seen` if the moves sign
 */
export function moveRoutes(
  services: Services,
  registry: Registry,
  moved: Moved,
  rules: Rules,
  { together = false }: { readonly together?: boolean } = {},
): Route[] {
  const { machine, resource, stateField } = moved;
  const { path, label: tag } = resource.entity;
  const offered = machine.moves.filter(({ key }) => Object.hasOwn(rules, key));
  return [
    route({
      method: 'PUT',
      path: `${path}/move`,
      permission: offered.map((move) => permissionOfMove(machine, move)),
      tag,
      summary: `${tag}流转：${offered.map(({ label }) => label).join('、')}`,
      body: moveBody,
      async handle(call) {
        const { move, asked } = await confirmed(services, moved, offered, call);
        return ok(`${move.label}成功`, { state: await performMove(services, registry, moved, rules, asked) });
      },
    }),
    ...(together
      ? [
          route({
            method: 'PUT',
            path: `${path}/moveMany`,
            permission: offered.map((move) => permissionOfMove(machine, move)),
            tag,
            summary: `${tag}批量流转：全部办理，或全部不办理`,
            body: manyBody,
            async handle(call) {
              const { move, asked } = await confirmed(services, moved, offered, call);
              return ok(
                signingTexts.manyMoved(move.label, await performMoves(services, registry, moved, rules, asked)),
              );
            },
          }),
          ...(leavesSignatures(machine.name) ? [seenRoute(services, registry, moved)] : []),
        ]
      : []),
    route({
      method: 'GET',
      path: `${path}/timeline/:id`,
      permission: [permissionOf(resource.entity, 'list')],
      tag,
      summary: `${tag}的办理记录：每一步的人、时间与原因，以及现在可做的操作`,
      async handle(call) {
        const row = await getRow({ services, registry, resource, call }, idParam(call));
        const timeline = await timelineOf(
          services,
          services.database.orm,
          machine,
          { id: row.id, state: String(row[stateField]), organizationId: row.organizationId },
          call.viewer,
          offered.map(({ key }) => key).filter((key) => !rules[key]?.withheld?.(row)),
        );
        // The page of the row gets the parts that a move compiles itself with its own answer.
        const asSeen = timeline.moves.some(({ signs }) => signs)
          ? await fingerprintOf(services, services.database.orm, moved, row)
          : null;
        const noted = await withNotes(services, timeline, rules, row);
        const told = await withChanges(
          { services, registry },
          services.database.orm,
          call.viewer,
          resource.entity,
          row,
          noted,
        );
        return { ...told, ...(asSeen ? { asSeen } : {}) };
      },
    }),
  ];
}
