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
const standing = 'answers 200 to whose it is';
const link = 'server/modules/files/link.ts';
const usersPolicy = 'server/modules/users/policy.ts';
const rolesPolicy = 'server/modules/roles/policy.ts';
const organizations = 'server/modules/organizations/policy.ts';
const copySurvey = 'server/modules/siteSurvey/copy.ts';
const tasksPolicy = 'server/modules/outsideTasks/policy.ts';
const taskRoutes = 'server/modules/outsideTasks/routes.ts';
const findings = 'server/modules/outsideTasks/findings.ts';
const moves = 'server/modules/outsideTasks/moves.ts';
const importRows = 'server/crud/importRows.ts';
const versions = 'server/modules/templates/versions.ts';
const settle = 'server/modules/outsideFinance/settle.ts';
const outside = 'server/outside.test.ts';

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
  { what: 'the narrower scope of an entity', file: scope, text: '    policy.scope?.(viewer),', test: 'server/organizations.test.ts' },
  { what: 'common rows are the platform’s', file: scope, text: "if (entity.scope === 'platform' && !policy.writtenByHolders) throw", without: "if (entity.scope === ('' as string)) throw", test: 'server/menus.test.ts', named: 'writing by people of an organisation' },
  { what: 'shared rows are the platform’s', file: scope, text: "if (entity.scope === 'shared' && row.organizationId === null) throw", without: "if (entity.scope === ('' as string)) throw", test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'new rows go home', file: scope, text: 'if (viewer.user.isAdmin && wanted !== undefined)', without: 'if (wanted !== undefined)', test: scopes, named: 'AZ3' },
  { what: 'all ids or none', file: operations, text: 'if (rows.length !== wanted.length) throw notFound(failures.someGone);', test: crud, named: '客户.*fifty ids' },
  { what: 'the organisation of rows that are restored', file: operations, text: 'alive, scopeOf(resource, call.viewer))', without: 'alive, deleted ? undefined : scopeOf(resource, call.viewer))', test: matrix, named: 'about a row' },
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
  { what: 'a link is for one file', file: link, text: '!timingSafeEqual(given, right)', without: '!timingSafeEqual(given, given)', test: 'server/files.test.ts', named: 'another file' },
  { what: 'a link is for a minute', file: link, text: 'if (left <= 0 || left > life) throw gone();', test: 'server/files.test.ts', named: 'after a minute' },
  { what: 'who manages people stands above them (eladmin #910)', file: 'server/modules/auth/rank.ts', text: 'if (userIds.some((id) => !outranks(viewer, levels.get(id) ?? 0))) throw', without: 'if (userIds.some((id) => id < 0)) throw', test: 'server/users.test.ts', named: 'not weaker' },
  { what: 'weaker roles alone are given (eladmin #898)', file: usersPolicy, text: 'if (roles.some(({ level }) => !outranks(viewer, level))) throw', without: 'if (roles.some(({ level }) => level < 0)) throw', test: 'server/users.test.ts', named: 'only weaker roles' },
  { what: 'one’s own picture (eladmin #909)', file: 'server/modules/users/center.ts', text: 'eq(storedFileTable.createBy, call.viewer.user.id), ', test: 'server/users.test.ts', named: 'AZ7: takes only an own picture' },
  { what: 'one’s own notices', file: 'server/modules/notices/reading.ts', text: 'and(eq(copy.userId, userId), isNull(copy.deleteTime))', without: 'isNull(copy.deleteTime)', test: 'server/notices.test.ts', named: 'stays unread' },
  { what: 'the rate of public calls', file: 'server/http/rateLimit.ts', text: 'if (window.count + window.before * left >= limit) {', without: 'if (window.count + window.before * left >= limit * 1000) {', test: 'server/publicity.test.ts', named: 'the rate' },

  // Whose session it is.
  { what: 'a call for everybody that asks who calls', file: 'server/app.ts', text: '          if (!viewer) throw unauthorized();\n', test: matrix, named: 'asks who calls' },
  { what: 'the websocket of nobody', file: sockets, text: '    if (!viewer) return refuse(socket, 401);\n', test: 'server/noticeSockets.test.ts', named: 'without a token' },
  { what: 'a link whose session has ended', file: link, text: '  if (!session) throw gone();\n', test: 'server/files.test.ts', named: 'dies with the session' },
  { what: 'a link that lacks a part', file: link, text: "  if (typeof sessionId !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') throw gone();\n", test: 'server/files.test.ts', named: 'another file' },
  { what: 'a link with parts of another form', file: link, text: '  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !/^\\d{1,12}$/.test(expires)) throw gone();\n', test: 'server/files.test.ts', named: 'another file' },

  // Permissions that a call asks besides its own.
  { what: 'rows saved together ask for what is in them', file: 'server/crud/saveMany.ts', text: '  for (const action of needed) if (!mayAny(viewer.permissions, [permissionOf(entity, action)])) throw forbidden();\n', test: 'server/saveMany.test.ts', named: 'ask for the permissions' },
  { what: 'the history of a row is for who may see it', file: 'server/modules/auditLog/routes.ts', text: "        if (!mayAny(call.viewer.permissions, [permissionOf(target.entity, 'list')])) throw forbidden();\n", test: 'server/auditEvents.test.ts', named: 'who may see the row' },
  { what: 'all entries of dictionaries are for who keeps them', file: 'server/modules/dict/routes.ts', text: '    if (!dictName && !mayAny(call.viewer.permissions, [permissionOf(dictDetail, \'list\'), permissionOf(dictionary, \'list\')])) throw forbidden();\n', test: 'server/dict.test.ts', named: 'for those who may manage' },
  { what: 'packages are uploaded by who publishes them', file: 'server/modules/files/routes.ts', text: "            if (chosen === 'apk' && !mayUploadApps) throw forbidden();\n", test: 'server/files.test.ts', named: 'for an app package the permission' },
  { what: 'a plan that takes rows away asks for that', file: 'server/modules/samplePlan/generate.ts', text: "  if (mode === 'replace' && !mayAny(call.viewer.permissions, [permissionOf(sampleSiteHazard, 'del')])) throw forbidden();\n", test: 'server/surveyAndPlan.test.ts', named: 'asks before it touches rows' },
  { what: 'a copied survey that takes rows away asks for that', file: copySurvey, text: "  if (mode === 'replace' && !may(permissionOf(siteHazard, 'del'))) throw forbidden();\n", test: 'server/surveyAndPlan.test.ts', named: 'who may do that by hand' },
  { what: 'a copied survey that brings files asks for that', file: copySurvey, text: "  if (call.body.files && !may(permissionOf(surveyFile, 'add'))) throw forbidden();\n", test: 'server/surveyAndPlan.test.ts', named: 'who may do that by hand' },
  { what: 'records of the other sort of projects', file: 'server/records/ground.ts', text: '  if (!maySee(call, stored.incoming === true) && !mayReadAll(call, keys)) throw forbidden(recordsTexts.otherSort);\n', test: 'server/records.test.ts', named: 'sees incoming ones alone' },
  { what: 'what has run out passes by who files nonconformities', file: 'server/lab/expiryGate.ts', text: "  if (!viewer.user.isAdmin && !viewer.permissions.has(permissionOf({ name: 'nonconformity' }, 'add'))) throw forbidden(gateTexts.mayNotOverride);\n", test: 'server/stock.test.ts', named: 'asks for the permission and for a reason' },
  { what: 'a solution is made of kinds that one may book', file: 'server/stock/prepare.ts', text: '  if (!viewer.user.isAdmin && from.some((one) => !viewer.permissions.has(stockPermission(one.kind)))) throw forbidden();\n', test: 'server/stockLedger.test.ts', named: 'that one may book' },
  { what: 'a delegation is ended by one of the two', file: 'server/modules/delegation/routes.ts', text: '    if (row.principal !== user.id && row.delegate !== user.id) throw forbidden(delegationTexts.notYoursToEnd);\n', test: 'server/delegation.test.ts', named: 'the right of who gave it' },
  { what: 'only steps are made in somebody’s place', file: 'server/delegation/acting.ts', text: '  if (stepOfMove(machine, move.state, move.key) === undefined) throw forbidden();\n', test: 'server/delegation.test.ts', named: 'no other move' },

  // What people, roles and organisations may be made into.
  { what: 'platform administrators alone make others', file: usersPolicy, text: "  if (Boolean(draft.isAdmin ?? before?.isAdmin) !== Boolean(before?.isAdmin) && !viewer.user.isAdmin) throw forbidden('只有平台管理员可以设置平台管理员');\n", test: 'server/users.test.ts', named: 'eladmin #897' },
  { what: 'nobody changes their own rights', file: usersPolicy, text: '    if (changed.length) throw forbidden(`不能修改自己的${user.fields[changed[0] as (typeof rights)[number]].label}`);\n', test: 'server/users.test.ts', named: 'of oneself leaves' },
  { what: 'one’s own password is not changed as another person’s', file: usersPolicy, text: "    if (draft.password) throw forbidden('请在个人中心修改自己的密码');\n", test: 'server/users.test.ts', named: 'of oneself leaves' },
  { what: 'nor reset', file: 'server/modules/users/routes.ts', text: "        if (id === call.viewer.user.id) throw forbidden('请在个人中心修改自己的密码');\n", test: 'server/users.test.ts', named: 'eladmin #910' },
  { what: 'user 1 stays', file: usersPolicy, text: "  if (before.id === 1 && changed.some((name) => name === 'enabled' || name === 'isAdmin')) throw forbidden('内置管理员不能停用或取消管理员');\n", test: 'server/users.test.ts', named: 'never disables' },
  { what: 'user 1 is not deleted', file: usersPolicy, text: "    if (rows.some((row) => row.id === 1)) throw forbidden('内置管理员不能删除');\n", test: 'server/users.test.ts', named: 'never disables' },
  { what: 'nobody deletes themselves', file: usersPolicy, text: "    if (rows.some((row) => row.id === call.viewer.user.id)) throw forbidden('不能删除自己');\n", test: 'server/users.test.ts', named: 'of oneself leaves' },
  { what: 'a stronger role is not changed', file: rolesPolicy, text: '    if (!stored || !outranks(call.viewer, stored.level)) throw forbidden(tooStrong);\n', test: 'server/roles.test.ts', named: 'eladmin #898' },
  { what: 'no role is made as strong as its maker', file: rolesPolicy, text: '    if (!outranks(call.viewer, Number(draft.level))) throw forbidden(tooStrong);\n', test: 'server/roles.test.ts', named: 'eladmin #898' },
  { what: 'no role shows more than its maker sees', file: rolesPolicy, text: "    if (call.viewer.dataScope === 'self' && draft.dataScope !== 'self' && draft.dataScope !== before?.dataScope) throw forbidden('数据范围不能大于自己的');\n", test: 'server/roles.test.ts', named: 'shows no more than its maker sees' },
  { what: 'nobody gives what he does not hold', file: 'server/modules/roles/routes.ts', text: "  if (missing.length) throw forbidden(`不能分配自己没有的权限：${missing.slice(0, 5).map(({ title }) => title).join('、')}`);\n", test: 'server/roles.test.ts', named: 'more than the giver holds' },
  { what: 'organisations are added by the platform', file: organizations, text: "    if (!before) throw forbidden('机构只能由平台管理员新增');\n", test: 'server/organizations.test.ts' },
  { what: 'code, state and expiry are the platform’s', file: organizations, text: '    if (changed) throw forbidden(`${organization.fields[changed].label}只能由平台管理员修改`);\n', test: 'server/organizations.test.ts' },
  { what: 'organisations are deleted by the platform', file: organizations, text: "    if (!call.viewer.user.isAdmin) throw forbidden('机构只能由平台管理员删除');\n", test: 'server/organizations.test.ts' },

  // Checks from outside: the reviewer's part, and the laboratory's.
  { what: 'a check is moved on by its reviewer', file: moves, text: '  if (row.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);\n', test: outside, named: 'a permission is not enough' },
  { what: 'its form and findings are the reviewer’s', file: tasksPolicy, text: '  if (task.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);\n', test: outside, named: 'the reviewer’s' },
  { what: 'its conclusion is the reviewer’s', file: taskRoutes, text: '          if (task.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);\n', test: outside, named: 'the reviewer’s' },
  { what: 'a finding is judged by the reviewer', file: findings, text: '    if (reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);\n', test: outside, named: 'closes no task' },
  { what: 'a finding is answered by the laboratory', file: findings, text: '  if (call.viewer.outside) throw forbidden();\n', test: outside, named: 'closes no task' },
  { what: 'a check is assigned by the laboratory', file: taskRoutes, text: '  if (call.viewer.outside) throw forbidden();\n', test: outside, named: 'the laboratory’s' },
  { what: 'a check is amended by the laboratory', file: tasksPolicy, text: '    if (call.viewer.outside) throw forbidden();\n', test: outside, named: 'the laboratory’s' },
  { what: 'points are booked by the laboratory', file: 'server/modules/outsidePoints/routes.ts', text: '        if (call.viewer.outside) throw forbidden();\n', test: outside, named: 'the laboratory’s' },
  { what: 'fees are settled by the laboratory', file: settle, text: '  if (call.viewer.outside) throw forbidden();\n', test: outside, named: 'the laboratory’s' },
  { what: 'an amount is confirmed by whom it is for', file: settle, text: '  if (row.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);\n', test: outside, named: 'for an amount' },

  // Where a check that several share is asked.
  { what: 'common rows: added', file: operations, text: '      assertWritable(resource, call.viewer, { organizationId });\n', test: 'server/menus.test.ts', named: 'writing by people of an organisation' },
  { what: 'common rows: parts of them added', file: operations, text: '  if (call.maybeViewer) assertWritable(resource, call.maybeViewer, { organizationId: owner });\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common rows: edited', file: operations, text: '  assertWritable(resource, call.viewer, before);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: deleted', file: operations, text: '    assertWritable(resource, call.viewer, row);\n    await resource.policy.assertOpen?.(row, context);\n', without: '    await resource.policy.assertOpen?.(row, context);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: restored', file: operations, text: '      assertWritable(resource, call.viewer, row);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: edited together', file: 'server/crud/saveMany.ts', text: '        assertWritable(resource, call.viewer, before);\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common rows: changed by an import', file: importRows, text: '    else if (!isWritable(desk, existing)) errors', without: '    else if (Number.isNaN(0)) errors', test: 'server/libraries.test.ts', named: 'come in from a workbook' },
  { what: 'rows changed by an import ask for edit', file: importRows, text: '    else if (!mayEdit) errors', without: '    else if (Number.isNaN(0)) errors', test: 'server/importSheet.test.ts', named: 'are refused when they differ' },
  { what: 'common roles: their menus', file: 'server/modules/roles/routes.ts', text: '          assertWritable(resource, call.viewer, row);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'stronger roles: their menus', file: 'server/modules/roles/routes.ts', text: '          await resource.policy.assertOpen?.(row, { services, tx, call });\n', test: 'server/roles.test.ts', named: 'eladmin #898' },
  { what: 'common templates: published', file: versions, text: '    assertWritable(templates, call.viewer, row);\n    const [any]', without: '    const [any]', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common templates: retired', file: versions, text: '    assertWritable(ground.templates, call.viewer, row);\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'packages before they are received', file: 'server/modules/appPackages/routes.ts', text: '        assertWritable(resource, call.viewer, { organizationId: null });\n', test: 'server/appPackages.test.ts', named: 'even before it is read' },
  { what: 'stronger people: edited and deleted', file: usersPolicy, text: '    if (row.id !== call.viewer.user.id) await assertOutranks(tx, call.viewer, [row.id]);\n', test: 'server/users.test.ts', named: 'people who are not weaker' },
  { what: 'stronger people: their password', file: 'server/modules/users/routes.ts', text: '          await assertOutranks(tx, call.viewer, [id]);\n', test: 'server/users.test.ts', named: 'people who are not weaker' },
  { what: 'stronger people: their sessions', file: 'server/modules/auth/online.ts', text: '          await assertOutranks(tx, call.viewer, found.flatMap(({ userId }) => (userId === call.viewer.user.id ? [] : [userId])));\n', test: 'server/auth.test.ts', named: 'of one organisation are seen and ended b' },
  { what: 'a check is begun by its reviewer', file: moves, text: 'start: { before: async (context) => assertReviewer(context) },', without: 'start: {},', test: outside, named: 'the reviewer’s' },
  { what: 'a check is handed in by its reviewer', file: moves, text: '  assertReviewer(context);\n  const items', without: '  const items', test: outside, named: 'the reviewer’s' },
  { what: 'an answer is returned by the reviewer', file: moves, text: '      assertReviewer(context);\n      if (!(await', without: '      if (!(await', test: outside, named: 'closes no task' },
  { what: 'a check is closed by its reviewer', file: moves, text: '      assertReviewer(context);\n      const open', without: '      const open', test: outside, named: 'closes no task' },
  { what: 'an amount is not confirmed for another', file: settle, text: '  confirm: { before: isReviewer },\n', without: '  confirm: {},\n', test: outside, named: 'for an amount' },
  { what: 'nor disputed', file: settle, text: '  dispute: { before: isReviewer },\n', without: '  dispute: {},\n', test: outside, named: 'for an amount' },

  // What is locked, of another organisation or somebody else's, where a module asks it itself.
  { what: 'a signed record and its parts', file: 'server/lab/sheets.ts', text: "  if (why !== null) throw conflict(why, 'locked');\n", test: 'server/lockedWrites.test.ts', named: 'a record' },
  { what: 'a record of another analyst', file: 'server/lab/sheets.ts', text: '  if (sheet.analyst === userId || sheet.analyst === null) return null;', without: '  if (sheet.analyst !== undefined) return null;', test: 'server/labSheets.test.ts', named: 'are written by the record’s analyst alone' },
  { what: 'a record after its project went on', file: 'server/lab/sheets.ts', text: '  if (why !== null) return why;\n', test: 'server/labSheets.test.ts', named: 'closed once the project' },
  { what: 'a record of another organisation', file: 'server/lab/sheets.ts', text: 'living(resource), scopeOf(resource, call.viewer)));', without: 'living(resource)));', test: matrix, named: 'about a row' },
  { what: 'a record is submitted while it is open', file: 'server/modules/labSheets/moves.ts', text: "    if (why !== null) throw conflict(why, 'locked');\n", test: 'server/labSheets.test.ts', named: 'is signed by its analyst' },
  { what: 'rows of another record', file: 'server/modules/labSheets/rows.ts', text: "  if (own !== sheet.id) throw conflict(labSheetTexts.otherSheetRows);\n  const made", without: '  const made', test: 'server/labSheets.test.ts', named: 'by way of their own record alone' },
  { what: 'rows of another record: taken off', file: 'server/modules/labSheets/rows.ts', text: "  if (own !== sheet.id) throw conflict(labSheetTexts.otherSheetRows);\n  const gone", without: '  const gone', test: 'server/labSheets.test.ts', named: 'by way of their own record alone' },
  { what: 'parts of a record stay with it', file: 'server/lab/part.ts', text: "      if (context.before && context.before.sheet !== draft.sheet) throw conflict('所属检测记录不能更改');\n", test: 'server/labChecks.test.ts', named: 'stays with its record' },
  { what: 'a failed check stays beside its retest', file: 'server/modules/labChecks/policy.ts', text: "      if (again) throw conflict(labCheckTexts.retested, 'locked');\n", test: 'server/labChecks.test.ts', named: 'a retest' },
  { what: 'a task on another’s desk is not tested', file: 'server/modules/labSheets/start.ts', text: '    if (row.analyst !== call.viewer.user.id) {', without: '    if (row.analyst === undefined) {', test: 'server/labSheets.test.ts', named: 'a record' },
  { what: 'a task on another’s desk is not given back', file: 'server/modules/labTasks/distribute.ts', text: '    if (!keeper && task.analyst !== call.viewer.user.id) throw', without: '    if (task.analyst === undefined) throw', test: 'server/labTasks.test.ts', named: 'giving back' },
  { what: 'samples on a signed record', file: 'server/lab/recalculate.ts', text: "  if (signed) throw conflict(labSheetTexts.sampleLocked(signed.sampleNo, String(signed.sheetNo)), 'locked');\n", test: 'server/labSheets.test.ts', named: 'a sample on a record' },
  { what: 'a sample that was completed or voided', file: 'server/modules/samples/adjust.ts', text: '  if (!mayEdit(sampleMachine, state)) throw', without: '  if (Number.isNaN(0)) throw', test: 'server/sampleAdjustment.test.ts' },
  { what: 'a curve that was signed, and its points', file: 'server/modules/labCurves/policy.ts', text: '  if (!mayEdit(labCurveMachine, String(state))) throw', without: '  if (Number.isNaN(0)) throw', test: 'server/labCurves.test.ts', named: 'SIG5' },
  { what: 'points stay with their curve', file: 'server/modules/labCurves/policy.ts', text: '    if (before && before.curve !== draft.curve) throw conflict(curveTexts.moved);\n', test: 'server/labCurves.test.ts', named: 'keeps its points' },
  { what: 'a plan that was signed', file: 'server/modules/samplePlan/policy.ts', text: "      if (!mayEdit(samplePlanMachine, String(row.state))) throw conflict(projectTexts.planLocked, 'locked');\n", test: 'server/lockedWrites.test.ts', named: 'head locked by its own state' },
  { what: 'parts of a project in another stage', file: 'server/projects/part.ts', text: '  assertStage(project, open.stages, open);\n', test: 'server/surveyAndPlan.test.ts', named: 'locks when it ends' },
  { what: 'parts stay with their project', file: 'server/projects/part.ts', text: "      if (before && before[field] !== draft[field]) throw conflict('所属项目不能更改，请在新的项目中新增');\n", test: 'server/surveyAndPlan.test.ts', named: 'keeps its rows' },
  { what: 'a circulation sheet that was given', file: 'server/modules/handOver/policy.ts', text: "    if (!mayEdit(handOverMachine, String(row.state))) throw conflict(handOverTexts.locked, 'locked');\n", test: 'server/handOver.test.ts', named: 'SIG5' },
  { what: 'samples of another project on a circulation sheet', file: 'server/modules/handOver/sheets.ts', text: '    if (row.project !== sheet.project) throw notFound(handOverTexts.notOfProject);\n', test: 'server/handOver.test.ts', named: 'chooses samples' },
  { what: 'samples of another circulation sheet', file: 'server/modules/handOver/sheets.ts', text: "      throw conflict(handOverTexts.onOtherSheet(no, String(other?.no)), 'onOtherSheet');\n", test: 'server/handOver.test.ts', named: 'chooses samples' },
  { what: 'counting ends with the reception', file: 'server/modules/handOver/sheets.ts', text: "  if (sheet.state !== 'waiting') throw", without: '  if (Number.isNaN(0)) throw', test: 'server/handOver.test.ts', named: 'SIG5' },
  { what: 'a report that was handed in', file: 'server/modules/reports/policy.ts', text: "    if (row.state !== reportMachine.initial) throw conflict(reportTexts.locked(labelOf(row.state)), 'locked');\n", test: 'server/reportSignatures.test.ts', named: 'SIG5' },
  { what: 'records that are no longer as they were signed', file: 'server/modules/approval/work.ts', text: "  if (why !== null) throw conflict(why, 'brokenSignature');\n", test: 'server/reports.test.ts', named: 'the signatures under the records' },
  { what: 'a report whose signature is no longer true is not published', file: 'server/publicity/proposal.ts', text: "  if (broken.length) throw conflict(publicationTexts.badSignature(broken.join('、')), 'signatureInvalid');\n", test: 'server/publication.test.ts', named: 'signature is no longer true' },
  { what: 'a voided report is not published', file: 'server/publicity/proposal.ts', text: "  if (report.state === 'voided') throw conflict(publicationTexts.voided, 'wrongState');\n", test: 'server/publication.test.ts', named: 'signature is no longer true' },
  { what: 'pictures of another organisation are not published', file: 'server/publicity/proposal.ts', text: '  if (files.some((file) => !known.has(file))) throw refuse(publicationTexts.foreignPicture);\n', test: 'server/publication.test.ts', named: 'pictures that are not ours' },
  { what: 'what is public is changed by nobody', file: 'server/publicity/publishing.ts', text: "  if (row.status === publicityStatus.published) throw conflict(publicityTexts.locked, 'locked');\n", test: 'server/publicity.test.ts', named: 'is locked with its pictures' },
  { what: 'notices of another organisation are not published', file: 'server/publicity/publishing.ts', text: 'and(withIds(resource, wanted), living(resource), scopeOf(resource, call.viewer))', without: 'and(withIds(resource, wanted), living(resource))', test: matrix, named: 'about a row' },
  { what: 'an uploaded file of an archive', file: 'server/modules/archive/policy.ts', text: "      if (archivedOn !== null) throw conflict(archiveTexts.fileStays, 'locked');\n", test: 'server/archive.test.ts' },
  { what: 'a published template and its rows', file: 'server/modules/templates/policy.ts', text: "  if (!mayEdit(templateMachine, String(state))) throw conflict(templateTexts.locked, 'locked');\n", test: 'server/libraries.test.ts', named: 'lock them with publishing' },
  { what: 'the rows of a declaration that was made', file: 'server/modules/declaration/policy.ts', text: "  if (found?.state !== 'drafting') throw conflict(declarationTexts.locked, 'locked');\n", test: 'server/declarations.test.ts' },
  { what: 'a check form after it was handed in', file: tasksPolicy, text: "  if (task.state !== 'checking') throw conflict(outsideTexts.notChecking, 'wrongState');\n", test: outside },
  { what: 'project, reviewer and form of a check', file: tasksPolicy, text: "    if (before && fixedFields.some((name) => before[name] !== draft[name])) throw conflict(outsideTexts.fixed, 'locked');\n", test: outside, named: 'reviewer and form stay' },
  { what: 'a nonconformity that the program filed', file: 'server/modules/nonconformity/policy.ts', text: "throw conflict(stockTexts.automaticFixed, 'locked');", without: 'void 0;', test: 'server/stock.test.ts', named: 'that the program filed keeps' },
  { what: 'files in use are not cleaned away', file: 'server/modules/files/manage.ts', text: "          if (used) throw conflict(`文件“${used.name}”正被使用，或上传未满一天，不可清理`, 'referenced');\n", test: 'server/fileManagement.test.ts', named: 'refuses the whole' },
  // Of what was issued, begun, published or received: whose it is, and whether it has become so.
  { what: 'projects of another organisation or unit are no enterprise’s', file: 'server/projects/enterpriseVisible.ts', text: 'and(living(resource), scopeOf(resource, viewer), notInArray', without: 'and(living(resource), notInArray', test: matrix, named: standing },
  { what: 'a project that has not begun is nobody’s outside', file: 'server/projects/enterpriseVisible.ts', text: ', notInArray(projectTable.stage, [...hiddenStages])', without: ', notInArray(projectTable.stage, [...hiddenStages].slice(1))', test: matrix, named: standing },
  { what: 'a report that was not issued is no enterprise’s', file: 'server/modules/enterprise/projects.ts', text: 'isNull(reportTable.deleteTime), inArray(reportTable.state, readable), enterpriseVisible', without: 'isNull(reportTable.deleteTime), enterpriseVisible', test: matrix, named: standing },
  { what: 'a report of another project than the task’s', file: 'server/outside/papers.ts', text: 'eq(reportTable.id, id), eq(reportTable.project, task.project), ', without: 'eq(reportTable.id, id), ', test: matrix, named: standing },
  { what: 'a report that was not issued is no reviewer’s', file: 'server/outside/papers.ts', text: ', isNull(reportTable.deleteTime), inArray(reportTable.state, shownReports)));\n  if (!report)', without: ', isNull(reportTable.deleteTime)));\n  if (!report)', test: matrix, named: standing },
  { what: 'what is not published is nobody’s', file: 'server/modules/publicNotices/listing.ts', text: 'and(eq(status, publicityStatus.published), isNull(deleteTime)', without: 'and(isNull(deleteTime)', test: matrix, named: standing },
  { what: 'what was published and deleted is nobody’s', file: 'server/modules/publicNotices/listing.ts', text: 'publicityStatus.published), isNull(deleteTime), isNull', without: 'publicityStatus.published), isNull', test: matrix, named: standing },
  { what: 'a report that was not issued is not verified', file: 'server/modules/publicNotices/verify.ts', text: 'if (!found?.issuedOn) throw', without: 'if (!found) throw', test: matrix, named: standing },
  { what: 'an upload that is not open asks who calls', file: 'server/modules/files/routes.ts', text: '        if (!file.open) throw notFound();\n', test: matrix, named: standing },
  { what: 'notices of another person', file: 'server/modules/notices/reading.ts', text: 'and(eq(copy.userId, userId), isNull(copy.deleteTime))', without: 'and(isNull(copy.deleteTime))', test: matrix, named: standing },
  { what: 'pictures of a notice that was recalled', file: 'server/modules/notices/reading.ts', text: "mine(userId), eq(copy.sendStatus, '1')));", without: 'mine(userId)));', test: matrix, named: standing },
  { what: 'a signature that somebody else brought', file: 'server/modules/users/signature.ts', text: 'eq(storedFileTable.createBy, id), ', test: matrix, named: standing },
];
