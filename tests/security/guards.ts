/** A check that is more or less than a statement that refuses (those: refusals/refusals.txt) – a condition, a scope, a call – which is taken out, and the test that has to notice. */
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
const sessions = 'server/auth/session.ts';
const sockets = 'server/features/notices/sockets.ts';
const matrix = 'security/authorisation.test.ts';
const standing = 'answers 200 to whose it is';
const link = 'server/features/system/files/link.ts';
const usersPolicy = 'server/features/system/users/policy.ts';
const moves = 'server/features/reviewers/tasks/moves.ts';
const importRows = 'server/crud/importing/importRows.ts';
const versions = 'server/features/library/templates/versions.ts';
const settle = 'server/features/reviewers/finance/settle.ts';
const outside = 'server/outside.test.ts';

/** QUALITY AZ2: each check by itself. */
export const guards: readonly Guard[] = [
  { what: 'who is nobody is refused', file: route, text: "  if (!viewer) throw unauthorized();\n  if (permission === 'signedIn') return;", without: "  if (!viewer) return;\n  if (permission === 'signedIn') return;", test: matrix, named: '401' },
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
  { what: 'the organisation of rows that are restored', file: operations, text: 'alive, scopeOf(resource, call.viewer))', without: 'alive, deleted ? undefined : scopeOf(resource, call.viewer))', test: matrix, named: 'about a row' },
  { what: 'deleted rows are gone', file: operations, text: ' : living(resource);', without: ' : undefined;', test: crud, named: '客户.*deletes softly' },
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
  { what: 'nobody signs on top of a broken signature', file: 'server/workflow/move.ts', text: '  if (signed) for (const row of rows) await assertStanding(', without: '  if (signed) for (const row of [] as typeof rows) await assertStanding(', test: 'server/signatures.test.ts', named: 'takes no other on top' },
  { what: 'a token that was revoked', file: sessions, text: 'isNull(sessionTable.revokeTime), gt(sessionTable.expireTime, now)', without: 'gt(sessionTable.expireTime, now)', test: 'server/auth.test.ts', named: 'ends at logout' },
  { what: 'a token that is too old', file: sessions, text: 'gt(sessionTable.expireTime, now), gt(', without: 'gt(', test: 'server/auth.test.ts', named: 'after 24 in any case' },
  { what: 'a role of another organisation', file: 'server/auth/account.ts', text: "${roleTable.deleteTime} is null and (${roleTable.organizationId} is null or ${roleTable.organizationId} = ${userTable.organizationId})", without: '${roleTable.deleteTime} is null', test: scopes, named: 'of a role of another organisation' },
  { what: 'five wrong passwords', file: 'server/auth/tries.ts', text: 'const perUser = { most: 5,', without: 'const perUser = { most: 500,', test: 'server/lockout.test.ts', named: 'after five' },
  { what: 'twenty of one address', file: 'server/auth/tries.ts', text: 'const perAddress = { most: 20,', without: 'const perAddress = { most: 2000,', test: 'server/lockout.test.ts', named: 'after twenty' },
  { what: 'a captcha serves once', file: 'server/auth/captcha.ts', text: 'await database.orm.delete(captchaTable).where(eq(captchaTable.uuid, uuid)).returning()', without: 'await database.orm.select().from(captchaTable).where(eq(captchaTable.uuid, uuid))', test: 'server/lockout.test.ts', named: '200 replays' },
  { what: 'the websocket’s token', file: sockets, text: '    if (!viewer) return refuse(socket, 401);\n    if (viewer.user.id !== userId) return refuse(socket, 403);\n', without: '    if (!viewer) return refuse(socket, 401);\n', test: 'server/noticeSockets.test.ts', named: 'somebody else' },
  { what: 'the websocket’s page', file: sockets, text: '    if (!isOwnOrigin(request, services.env.publicUrl, services.env.trustProxy)) return refuse(socket, 403);\n', test: 'server/noticeSockets.test.ts', named: 'another site' },
  { what: 'the websocket ends with its session', file: sockets, text: 'if (ended.has(sessionId)) socket.close(sessionEndedCode);', without: 'void ended.has(sessionId);', test: 'server/noticeSockets.test.ts', named: 'closed by the logout' },
  { what: 'a template’s file is its organisation’s', file: 'server/files/sendFile.ts', text: 'isNull(reportModuleTable.organizationId), ', test: 'server/libraries.test.ts', named: 'keep the file that a version was approved as' },
  { what: 'a link is for one file', file: link, text: '!timingSafeEqual(given, right)', without: '!timingSafeEqual(given, given)', test: 'server/files.test.ts', named: 'another file' },
  { what: 'who manages people stands above them (eladmin #910)', file: 'server/auth/rank.ts', text: 'if (userIds.some((id) => !outranks(viewer, levels.get(id) ?? 0))) throw', without: 'if (userIds.some((id) => id < 0)) throw', test: 'server/users.test.ts', named: 'not weaker' },
  { what: 'weaker roles alone are given (eladmin #898)', file: usersPolicy, text: 'if (roles.some(({ level }) => !outranks(viewer, level))) throw', without: 'if (roles.some(({ level }) => level < 0)) throw', test: 'server/users.test.ts', named: 'only weaker roles' },
  { what: 'one’s own picture (eladmin #909)', file: 'server/features/system/users/center.ts', text: 'eq(storedFileTable.createBy, call.viewer.user.id), ', test: 'server/users.test.ts', named: 'AZ7: takes only an own picture' },
  { what: 'one’s own notices', file: 'server/features/notices/reading.ts', text: 'and(eq(copy.userId, userId), isNull(copy.deleteTime))', without: 'isNull(copy.deleteTime)', test: 'server/notices.test.ts', named: 'stays unread' },
  { what: 'the rate of public calls', file: 'server/http/rateLimit.ts', text: 'if (window.count + window.before * left >= limit) {', without: 'if (window.count + window.before * left >= limit * 1000) {', test: 'server/publicity.test.ts', named: 'the rate' },

  // Whose session it is.
  { what: 'the websocket of nobody', file: sockets, text: '    if (!viewer) return refuse(socket, 401);\n', test: 'server/noticeSockets.test.ts', named: 'without a token' },

  // Permissions that a call asks besides its own.

  // What people, roles and organisations may be made into.

  // Checks from outside: the reviewer's part, and the laboratory's.

  // Where a check that several share is asked.
  { what: 'common rows: added', file: operations, text: '      assertWritable(resource, call.viewer, { organizationId });\n', test: 'server/menus.test.ts', named: 'writing by people of an organisation' },
  { what: 'common rows: parts of them added', file: operations, text: '  if (call.maybeViewer) assertWritable(resource, call.maybeViewer, { organizationId: owner });\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common rows: edited', file: operations, text: '  assertWritable(resource, call.viewer, before);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: deleted', file: operations, text: '    assertWritable(resource, call.viewer, row);\n    await resource.policy.assertOpen?.(row, context);\n', without: '    await resource.policy.assertOpen?.(row, context);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: restored', file: operations, text: 'assertWritable(resource, call.viewer, row);\nawait resource.policy.assertOpen?.(row, { services, tx, call });', without: 'await resource.policy.assertOpen?.(row, { services, tx, call });', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'common rows: edited together', file: 'server/crud/saveMany.ts', text: '        assertWritable(resource, call.viewer, before);\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common rows: changed by an import', file: importRows, text: '    else if (!isWritable(desk, existing)) errors', without: '    else if (Number.isNaN(0)) errors', test: 'server/libraries.test.ts', named: 'come in from a workbook' },
  { what: 'rows changed by an import ask for edit', file: importRows, text: '    else if (!mayEdit) errors', without: '    else if (Number.isNaN(0)) errors', test: 'server/importSheet.test.ts', named: 'are refused when they differ' },
  { what: 'common roles: their menus', file: 'server/features/system/roles/routes.ts', text: '          assertWritable(resource, call.viewer, row);\n', test: 'server/roles.test.ts', named: 'common to all' },
  { what: 'stronger roles: their menus', file: 'server/features/system/roles/routes.ts', text: '          await resource.policy.assertOpen?.(row, { services, tx, call });\n', test: 'server/roles.test.ts', named: 'eladmin #898' },
  { what: 'common templates: published', file: versions, text: '    assertWritable(templates, call.viewer, row);\n    const [any]', without: '    const [any]', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'common templates: retired', file: versions, text: '    assertWritable(ground.templates, call.viewer, row);\n', test: 'server/libraries.test.ts', named: 'of the platform are used' },
  { what: 'packages before they are received', file: 'server/features/system/appPackages/routes.ts', text: '        assertWritable(resource, call.viewer, { organizationId: null });\n', test: 'server/appPackages.test.ts', named: 'even before it is read' },
  { what: 'stronger people: edited and deleted', file: usersPolicy, text: '    if (row.id !== call.viewer.user.id) await assertOutranks(tx, call.viewer, [row.id]);\n', test: 'server/users.test.ts', named: 'people who are not weaker' },
  { what: 'stronger people: their password', file: 'server/features/system/users/routes.ts', text: '          await assertOutranks(tx, call.viewer, [id]);\n', test: 'server/users.test.ts', named: 'people who are not weaker' },
  { what: 'stronger people: their sessions', file: 'server/auth/online.ts', text: '          await assertOutranks(tx, call.viewer, found.flatMap(({ userId }) => (userId === call.viewer.user.id ? [] : [userId])));\n', test: 'server/auth.test.ts', named: 'of one organisation are seen and ended b' },
  { what: 'a check is begun by its reviewer', file: moves, text: 'start: { before: async (context) => assertReviewer(context) },', without: 'start: {},', test: outside, named: 'the reviewer’s' },
  { what: 'a check is handed in by its reviewer', file: moves, text: '  assertReviewer(context);\n  const items', without: '  const items', test: outside, named: 'the reviewer’s' },
  { what: 'an answer is returned by the reviewer', file: moves, text: '      assertReviewer(context);\n      if (!(await', without: '      if (!(await', test: outside, named: 'closes no task' },
  { what: 'a check is closed by its reviewer', file: moves, text: '      assertReviewer(context);\n      const open', without: '      const open', test: outside, named: 'closes no task' },
  { what: 'an amount is not confirmed for another', file: settle, text: '  confirm: { before: isReviewer },\n', without: '  confirm: {},\n', test: outside, named: 'for an amount' },
  { what: 'nor disputed', file: settle, text: '  dispute: { before: isReviewer },\n', without: '  dispute: {},\n', test: outside, named: 'for an amount' },

  // What is locked, of another organisation or somebody else's, where a module asks it itself.
  { what: 'a record of another analyst', file: 'server/features/laboratory/sheets/sheets.ts', text: '  if (sheet.analyst === userId || sheet.analyst === null) return null;', without: '  if (sheet.analyst !== undefined) return null;', test: 'server/labSheets.test.ts', named: 'are written by the record’s analyst alone' },
  { what: 'a record after its project went on', file: 'server/features/laboratory/sheets/sheets.ts', text: '  if (why !== null) return why;\n', test: 'server/labSheets.test.ts', named: 'closed once the project' },
  { what: 'a record of another organisation', file: 'server/features/laboratory/sheets/sheets.ts', text: 'living(resource), scopeOf(resource, call.viewer)));', without: 'living(resource)));', test: matrix, named: 'about a row' },
  { what: 'a task on another’s desk is not tested', file: 'server/features/laboratory/sheets/start.ts', text: '    if (row.analyst !== call.viewer.user.id) {', without: '    if (row.analyst === undefined) {', test: 'server/labSheets.test.ts', named: 'a record' },
  { what: 'a task on another’s desk is not given back', file: 'server/features/laboratory/tasks/distribute.ts', text: '    if (!keeper && task.analyst !== call.viewer.user.id) throw', without: '    if (task.analyst === undefined) throw', test: 'server/labTasks.test.ts', named: 'giving back' },
  { what: 'a sample that was completed or voided', file: 'server/features/fieldwork/adjusting/adjust.ts', text: '  if (!mayEdit(sampleMachine, state)) throw', without: '  if (Number.isNaN(0)) throw', test: 'server/sampleAdjustment.test.ts' },
  { what: 'a curve that was signed, and its points', file: 'server/features/laboratory/curves/policy.ts', text: '  if (!mayEdit(labCurveMachine, String(state))) throw', without: '  if (Number.isNaN(0)) throw', test: 'server/labCurves.test.ts', named: 'SIG5' },
  { what: 'parts of a project in another stage', file: 'server/features/projects/part.ts', text: '  assertStage(project, open.stages, open);\n', test: 'server/surveyAndPlan.test.ts', named: 'locks when it ends' },
  { what: 'counting ends with the reception', file: 'server/features/fieldwork/handOver/sheets.ts', text: "  if (sheet.state !== 'waiting') throw", without: '  if (Number.isNaN(0)) throw', test: 'server/handOver.test.ts', named: 'SIG5' },
  { what: 'pictures of another organisation are not published', file: 'server/features/publicity/proposal.ts', text: '  if (files.some((file) => !known.has(file))) throw refuse(publicationTexts.foreignPicture);\n', test: 'server/publication.test.ts', named: 'pictures that are not ours' },
  { what: 'notices of another organisation are not published', file: 'server/features/publicity/publishing.ts', text: 'and(withIds(resource, wanted), living(resource), scopeOf(resource, call.viewer))', without: 'and(withIds(resource, wanted), living(resource))', test: matrix, named: 'about a row' },
  // Of what was issued, begun, published or received: whose it is, and whether it has become so.
  { what: 'projects of another organisation or unit are no enterprise’s', file: 'server/features/projects/enterpriseVisible.ts', text: 'and(living(resource), scopeOf(resource, viewer), notInArray', without: 'and(living(resource), notInArray', test: matrix, named: standing },
  { what: 'a project that has not begun is nobody’s outside', file: 'server/features/projects/enterpriseVisible.ts', text: ', notInArray(projectTable.stage, [...hiddenStages])', without: ', notInArray(projectTable.stage, [...hiddenStages].slice(1))', test: matrix, named: standing },
  { what: 'a report that was not issued is no enterprise’s', file: 'server/features/customers/enterprise/projects.ts', text: 'isNull(reportTable.deleteTime), inArray(reportTable.state, readable), enterpriseVisible', without: 'isNull(reportTable.deleteTime), enterpriseVisible', test: matrix, named: standing },
  { what: 'a report of another project than the task’s', file: 'server/features/reviewers/tasks/taskPapers.ts', text: 'eq(reportTable.id, id), eq(reportTable.project, task.project), ', without: 'eq(reportTable.id, id), ', test: matrix, named: standing },
  { what: 'a report that was not issued is no reviewer’s', file: 'server/features/reviewers/tasks/taskPapers.ts', text: ', isNull(reportTable.deleteTime), inArray(reportTable.state, shownReports)));\n  if (!report)', without: ', isNull(reportTable.deleteTime)));\n  if (!report)', test: matrix, named: standing },
  { what: 'what is not published is nobody’s', file: 'server/features/publicity/public/listing.ts', text: 'and(eq(status, publicityStatus.published), isNull(deleteTime)', without: 'and(isNull(deleteTime)', test: matrix, named: standing },
  { what: 'what was published and deleted is nobody’s', file: 'server/features/publicity/public/listing.ts', text: 'publicityStatus.published), isNull(deleteTime), isNull', without: 'publicityStatus.published), isNull', test: matrix, named: standing },
  { what: 'a report that was not issued is not verified', file: 'server/features/publicity/public/verify.ts', text: 'if (!found?.issuedOn) throw', without: 'if (!found) throw', test: matrix, named: standing },
  { what: 'notices of another person', file: 'server/features/notices/reading.ts', text: 'and(eq(copy.userId, userId), isNull(copy.deleteTime))', without: 'and(isNull(copy.deleteTime))', test: matrix, named: standing },
  { what: 'pictures of a notice that was recalled', file: 'server/features/notices/reading.ts', text: "mine(userId), eq(copy.sendStatus, '1')));", without: 'mine(userId)));', test: matrix, named: standing },
  { what: 'a signature that somebody else brought', file: 'server/features/system/users/signature.ts', text: 'eq(storedFileTable.createBy, id), ', test: matrix, named: standing },
];
