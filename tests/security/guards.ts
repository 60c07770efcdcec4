/** A check of the server that is taken out, and the test that has to notice. */
export interface Guard {
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  /** What stands there without the check; nothing unless told. */
  readonly without?: string;
  /** Below `tests/`. */
  readonly test: string;
  /** Of the names of the tests that are run; all of the file unless told. */
  readonly named?: string;
}

const route = 'server/http/route.ts';
const scope = 'server/crud/scope.ts';
const operations = 'server/crud/operations.ts';
const crud = 'server/crud.test.ts';
const scopes = 'server/scope.test.ts';
const sessions = 'server/modules/auth/session.ts';
const sockets = 'server/modules/notices/sockets.ts';
const matrix = 'security/authorisation.test.ts';

/** QUALITY AZ2: each check by itself. */
export const guards: readonly Guard[] = [
  { what: 'who is nobody is refused', file: route, text: "  if (!viewer) throw unauthorized();\n  if (permission === 'signedIn') return;", without: "  if (!viewer) return;\n  if (permission === 'signedIn') return;", test: matrix, named: '401' },
  { what: 'only platform administrators', file: route, text: 'if (!viewer.user.isAdmin) throw forbidden();', test: 'server/monitor.test.ts', named: 'AZ11' },
  { what: 'the permission of a call', file: route, text: 'if (!mayAny(viewer.permissions, permission)) throw forbidden();', test: matrix, named: '403' },
  { what: 'nothing wanted is no', file: 'contract/permissions.ts', text: 'if (!wanted || wanted.length === 0) return false;', without: 'if (!wanted || wanted.length === 0) return true;', test: 'ui/can.test.tsx' },
  { what: 'a route says who may call it', file: 'server/app.ts', text: "    if (!declared) throw new Error(`${name} declares no permission`);", test: matrix, named: 'declares nobody' },
  { what: 'the organisation of rows', file: scope, text: 'const own = eq(columns.organizationId, viewer.organizationId);', without: 'const own = sql`true`;', test: scopes, named: 'AZ3' },
  { what: 'an enterprise sees its units', file: scope, text: 'if (viewer.unitIds !== null) return', without: 'if (viewer.unitIds === undefined) return', test: scopes, named: 'enterprise' },
  { what: 'outsiders see what was assigned', file: scope, text: 'if (viewer.outside) return', without: 'if (viewer.outside === undefined) return', test: 'server/outside.test.ts', named: 'sees no row of any entity' },
  { what: 'own rows alone', file: scope, text: "viewer.dataScope === 'self' &&", without: "viewer.dataScope === ('nobody' as string) &&", test: scopes, named: 'self' },
  { what: 'the narrower scope of an entity', file: scope, text: '    policy.scope?.(viewer),', test: 'server/organizations.test.ts', named: 'own people alone' },
  { what: 'common rows are the platform’s', file: scope, text: "if (entity.scope === 'platform' && !policy.writtenByHolders) throw", without: "if (entity.scope === ('' as string)) throw", test: 'server/menus.test.ts', named: 'writing by people of an organisation' },
  { what: 'shared rows are the platform’s', file: scope, text: "if (entity.scope === 'shared' && row.organizationId === null) throw", without: "if (entity.scope === ('' as string)) throw", test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'new rows go home', file: scope, text: 'if (viewer.user.isAdmin && wanted !== undefined)', without: 'if (wanted !== undefined)', test: scopes, named: 'AZ3' },
  { what: 'all ids or none', file: operations, text: 'if (rows.length !== wanted.length) throw notFound(failures.someGone);', test: crud, named: '客户.*fifty ids' },
  { what: 'deleted rows are gone', file: operations, text: ' : living(resource);', without: ' : undefined;', test: crud, named: '客户.*deletes softly' },
  { what: 'the version that was read', file: operations, text: 'if (before.version !== version) throw stale(before);', test: crud, named: '客户.*version it was read at' },
  { what: 'rows that are not open are not edited', file: operations, text: '  await resource.policy.assertOpen?.(before, context);\n', test: 'server/users.test.ts', named: 'people who are not weaker' },
  { what: 'rows that are not open are not deleted', file: operations, text: '    await resource.policy.assertOpen?.(row, context);\n', test: 'server/lockedWrites.test.ts', named: 'a record' },
  { what: 'rows that are locked by their state are not edited', file: operations, text: "  assertUnlocked(resource, before, 'edit');\n", test: 'server/projects.test.ts', named: 'is closed once it was ended' },
  { what: 'rows that are locked by their state are not deleted', file: operations, text: "    assertUnlocked(resource, row, 'del');\n", test: 'server/projects.test.ts', named: 'is deleted as a draft only' },
  { what: 'references of a row', file: 'server/crud/references.ts', text: '  await assertReferences(desk, tx, draft, before, owner);\n', test: crud, named: "another organisation's row behind" },
  { what: 'referred rows stay', file: operations, text: '  await assertUnreferenced(desk, tx, rows);\n', test: crud, named: 'keeps a customer' },
  { what: 'moves see the viewer’s rows', file: 'server/workflow/move.ts', text: 'living(resource), scopeOf(resource, call.viewer))).orderBy(', without: 'living(resource))).orderBy(', test: matrix, named: 'about a row' },
  { what: 'the permission of a move', file: 'server/workflow/moveRoutes.ts', text: '!viewer.permissions.has(permissionOfMove(machine, move))) throw forbidden();', without: 'Number.isNaN(0)) throw forbidden();', test: 'server/projects.test.ts', named: 'is refused from another stage, without' },
  { what: 'duties are kept apart', file: 'contract/workflow/machine.ts', text: 'step.person === by.person && apart.includes(step.move)', without: 'step.person === by.person && apart.includes(`${step.move}?`)', test: 'contract/workflow.test.ts' },
  { what: 'a signature asks for the password', file: 'server/workflow/signing.ts', text: '  if (right) return;', without: '  if (right || !right) return;', test: 'server/signatures.test.ts', named: 'SIG1' },
  { what: 'no platform administrator signs', file: 'server/workflow/signing.ts', text: '  if (isAdmin) throw forbidden(signingTexts.noAdministrator);\n', test: 'server/signatures.test.ts', named: 'AZ8' },
  { what: 'nobody signs on top of a broken signature', file: 'server/workflow/move.ts', text: '  if (signed) for (const row of rows) await assertStanding(', without: '  if (signed) for (const row of [] as typeof rows) await assertStanding(', test: 'server/signatures.test.ts', named: 'takes no other on top' },
  { what: 'a token that was revoked', file: sessions, text: 'isNull(sessionTable.revokeTime), gt(sessionTable.expireTime, now)', without: 'gt(sessionTable.expireTime, now)', test: 'server/auth.test.ts', named: 'ends at logout' },
  { what: 'a token that is too old', file: sessions, text: 'gt(sessionTable.expireTime, now), gt(', without: 'gt(', test: 'server/auth.test.ts', named: 'after 24 in any case' },
  { what: 'an account that may no longer work', file: sessions, text: '  if (bar) throw new Refusal(401, bar.code, bar.message);\n', test: 'server/auth.test.ts', named: 'messages.expired' },
  { what: 'a role of another organisation', file: 'server/modules/auth/account.ts', text: "${roleTable.deleteTime} is null and (${roleTable.organizationId} is null or ${roleTable.organizationId} = ${userTable.organizationId})", without: '${roleTable.deleteTime} is null', test: scopes, named: 'of a role of another organisation' },
  { what: 'five wrong passwords', file: 'server/modules/auth/tries.ts', text: 'const perUser = { most: 5,', without: 'const perUser = { most: 500,', test: 'server/lockout.test.ts', named: 'after five' },
  { what: 'twenty of one address', file: 'server/modules/auth/tries.ts', text: 'const perAddress = { most: 20,', without: 'const perAddress = { most: 2000,', test: 'server/lockout.test.ts', named: 'after twenty' },
  { what: 'a captcha serves once', file: 'server/modules/auth/captcha.ts', text: 'await database.orm.delete(captchaTable).where(eq(captchaTable.uuid, uuid)).returning()', without: 'await database.orm.select().from(captchaTable).where(eq(captchaTable.uuid, uuid))', test: 'server/lockout.test.ts', named: '200 replays' },
  { what: 'the websocket’s token', file: sockets, text: '    if (!viewer) return refuse(socket, 401);\n    if (viewer.user.id !== userId) return refuse(socket, 403);\n', without: '    if (!viewer) return refuse(socket, 401);\n', test: 'server/noticeSockets.test.ts', named: 'somebody else' },
  { what: 'the websocket’s page', file: sockets, text: '    if (!isOwnOrigin(request, services.env.publicUrl, services.env.trustProxy)) return refuse(socket, 403);\n', test: 'server/noticeSockets.test.ts', named: 'another site' },
  { what: 'the websocket ends with its session', file: sockets, text: 'if (ended.has(sessionId)) socket.close(sessionEndedCode);', without: 'void ended.has(sessionId);', test: 'server/noticeSockets.test.ts', named: 'closed by the logout' },
  { what: 'files are the organisation’s', file: 'server/files/sendFile.ts', text: '  if (!mayRead(file, viewer) && !(await givenToAll(services, file, viewer))) throw notFound();\n', test: 'server/files.test.ts', named: 'for the own organisation' },
  { what: 'a template’s file is its organisation’s', file: 'server/files/sendFile.ts', text: 'isNull(reportModuleTable.organizationId), ', test: 'server/libraries.test.ts', named: 'keep the file that a version was approved as' },
  { what: 'a link is for one file', file: 'server/modules/files/link.ts', text: '!timingSafeEqual(given, right)', without: '!timingSafeEqual(given, given)', test: 'server/files.test.ts', named: 'another file' },
  { what: 'a link is for a minute', file: 'server/modules/files/link.ts', text: 'if (left <= 0 || left > life) throw gone();', test: 'server/files.test.ts', named: 'after a minute' },
  { what: 'who manages people stands above them (eladmin #910)', file: 'server/modules/auth/rank.ts', text: 'if (userIds.some((id) => !outranks(viewer, levels.get(id) ?? 0))) throw', without: 'if (userIds.some((id) => id < 0)) throw', test: 'server/users.test.ts', named: 'not weaker' },
  { what: 'weaker roles alone are given (eladmin #898)', file: 'server/modules/users/policy.ts', text: 'if (roles.some(({ level }) => !outranks(viewer, level))) throw', without: 'if (roles.some(({ level }) => level < 0)) throw', test: 'server/users.test.ts', named: 'only weaker roles' },
  { what: 'one’s own picture (eladmin #909)', file: 'server/modules/users/center.ts', text: 'eq(storedFileTable.createBy, call.viewer.user.id), ', test: 'server/users.test.ts', named: 'AZ7: takes only an own picture' },
  { what: 'one’s own notices', file: 'server/modules/notices/reading.ts', text: 'and(eq(copy.userId, userId), isNull(copy.deleteTime))', without: 'isNull(copy.deleteTime)', test: 'server/notices.test.ts', named: 'stays unread' },
  { what: 'the rate of public calls', file: 'server/http/rateLimit.ts', text: 'if (window.count + window.before * left >= limit) {', without: 'if (window.count + window.before * left >= limit * 1000) {', test: 'server/publicity.test.ts', named: 'the rate' },
];
