import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import { recordSignersOf } from '@contract/features/laboratory/paper/recordSigners';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  missingStep,
  signatureStates,
  signingTexts,
  statementCode,
  statementEdition,
} from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  labCheckTable,
  labCurveTable,
  labDetectionTable,
  labSheetRowTable,
  labSheetTable,
  projectTable,
  signatureTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { partHashes } from '@server/signing/signatureHash';
import { contentOf } from '@server/signing/signedContent';
import { verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from '@server/workflow/stepHistory';
import { byteChanges } from '../support/byteChanges';
import { numbersFrom } from '../support/chainTamperings';
import { measured } from '../support/measured';
import { oneOfEachKind, proofs } from '../support/proofs';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';
import { drawnPng, sendForm } from '../support/uploads';

let server: TestServer;
let lab: SigningLab;

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const signaturesOf = (id: number) =>
  orm()
    .select()
    .from(signatureTable)
    .where(and(eq(signatureTable.machine, 'record'), eq(signatureTable.rowId, id)))
    .orderBy(signatureTable.id);
const hashNow = async (id: number) => {
  const content = await contentOf(orm(), 'labSheet', id, 'submit');
  return content ? hashOf(partHashes(content)) : null;
};

describe('signature', () => {
  let id: number;
  let file: string;

  beforeAll(async () => {
    ({ id } = await lab.ready());
    ({ file } = await lab.attach(id));
    const part = { sheet: id, organizationId: lab.organizationId };
    await orm()
      .insert(labCheckTable)
      .values({
        ...part,
        checkKind: 'parallel',
        sampleNo: 'S-P',
        values: { first: '50.1', second: '50.3' },
        computed: {},
        judged: true,
        passes: true,
      });
    await orm()
      .insert(labDetectionTable)
      .values({ ...part, values: { slope: '1.2' }, computed: {}, applied: false });
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(id, move, who)).status).toBe(200);
  });

  it('a signature is stored with meaning, person, server time and hash of the signed content, and recorded in the audit trail', async () => {
    const { id } = await lab.ready();
    const before = Date.now();
    const said = await lab.move(id, 'submit', 'analyst');
    expect(said.status, said.text).toBe(200);
    const [signature, ...more] = await signaturesOf(id);
    expect(more).toEqual([]);
    expect(signature).toMatchObject({
      entity: 'labSheet',
      move: 'submit',
      meaning: '提交',
      personId: lab.people.analyst.id,
      personName: '李检测',
      hash: await hashNow(id),
    });
    expect(signature?.time.getTime()).toBeGreaterThanOrEqual(before);
    const [step] = await orm()
      .select()
      .from(workflowStepTable)
      .where(eq(workflowStepTable.id, signature?.step ?? 0));
    expect(step).toMatchObject({ machine: 'record', rowId: id, move: 'submit', signed: true });
    const trail = await server.database.query<{ after: unknown }>(
      `select after from audit_log where entity = 'labSheet' and entity_id = $1 and action = 'status'`,
      [id],
    );
    expect(trail.map(({ after }) => after)).toEqual([{ state: 'awaitingReview', signed: true, hash: signature?.hash }]);
  });

  it('each of three signatures on one object stays valid after the later ones', async () => {
    expect(await lab.states(id)).toEqual([
      ['submit', 'valid'],
      ['review', 'valid'],
      ['approve', 'valid'],
    ]);
    const { steps } = await lab.timeline(id);
    expect(steps.map(({ signature }) => [signature?.meaning, signature?.changed])).toEqual([
      ['提交', []],
      ['复核', []],
      ['审核', []],
    ]);
  });

  it('the database refuses to update, delete or truncate signatures, 3 of 3 (AUD2)', async () => {
    const statements = [
      `update signature set person_name = 'x'`,
      'delete from signature',
      'truncate signature cascade',
    ];
    for (const statement of statements)
      await expect(server.database.query(statement), statement).rejects.toThrow('电子签名只能追加');
    expect(await signaturesOf(id)).toHaveLength(3);
    measured(`signature：${statements.length} 种改动均被数据库拒绝`);
  });

  /** Returns the verdicts of the record's signatures after statements. */
  async function verdictsAfter(statements: readonly string[]) {
    const undone = new Error('undone');
    let verdicts: Awaited<ReturnType<typeof verifySignatures>> = new Map();
    let changes = 0;
    await server.database
      .transaction(async (tx) => {
        await tx.execute(sql.raw('set local session_replication_role = replica'));
        for (const statement of statements)
          changes +=
            (
              (await tx.execute(
                sql.raw(`with changed as (${statement} returning 1) select count(*)::int as n from changed`),
              )) as unknown as { rows: { n: number }[] }
            ).rows[0]?.n ?? 0;
        verdicts = await verifySignatures(server.services, tx, recordMachine, id, await stepsOf(tx, recordMachine, id));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    expect(changes, statements.join()).toBeGreaterThan(0);
    return [...verdicts.values()];
  }

  it('a signature is invalid after one changed byte of any signed column: 500 of 500 changes in the database are detected (SIG2)', async () => {
    expect(
      (await verifySignatures(server.services, orm(), recordMachine, id, await stepsOf(orm(), recordMachine, id))).size,
    ).toBe(3);
    const all = await byteChanges(server.database, { sheet: id, curve: lab.curve, file });
    expect(all.length).toBeGreaterThan(120);
    const next = numbersFrom(20_261_123);
    // Every column once; in the proofs five hundred in pseudo-random order.
    const chosen = proofs
      ? Array.from({ length: 500 }, () => all[next(all.length)] as (typeof all)[number])
      : oneOfEachKind(all, ({ table, column }) => `${table} ${column.length % 3}`);
    for (const { table, column, statement } of chosen) {
      const states = (await verdictsAfter([statement])).map(({ state }) => state);
      // A signature is one of three; the signed content is common to all.
      expect(states, `${table}.${column}`).toEqual(
        table === 'signature' ? expect.arrayContaining(['invalid']) : ['invalid', 'invalid', 'invalid'],
      );
    }
    measured(`${chosen.length}/${chosen.length} 次改动 1 字节均显示签名无效`, true, chosen.length >= 500);
  });

  it.each([
    [
      'a row that was put in',
      `insert into lab_sheet_row (sheet, sample, sample_no, row_kind, censored, organization_id)
        select sheet, sample, 'X', row_kind, censored, organization_id from lab_sheet_row where sheet = :id limit 1`,
      '检测结果',
    ],
    ['a row that was taken out', `update lab_sheet_row set delete_time = now() where sheet = :id`, '检测结果'],
    [
      'a reading',
      `update lab_sheet_row set readings = jsonb_set(readings, '{frontResponse}', '"98.61"') where sheet = :id`,
      '检测结果',
    ],
    ['a point of its curve', `update lab_curve_point set y1 = '12.36' where curve = :curve and x = '10'`, '曲线点'],
    ['the hash of an attachment', `update stored_file set sha256 = repeat('0', 64) where id = ':file'`, '附件'],
    [
      'who made the step',
      `update workflow_step set person_name = '张三' where row_id = :id and machine = 'record'`,
      '签名信息',
    ],
    [
      'the step that it stood under',
      `delete from workflow_step where row_id = :id and machine = 'record'`,
      '流转步骤（已缺失）',
    ],
    ['a signature that was taken away', `delete from signature where row_id = :id and machine = 'record'`, '签名信息'],
  ])('the check of a signature names the changed part: %s (SIG2)', async (_what, statement, part) => {
    const verdicts = await verdictsAfter([
      statement.replaceAll(':id', String(id)).replaceAll(':curve', String(lab.curve)).replaceAll(':file', file),
    ]);
    expect(verdicts.map(({ state, changed }) => [state, changed])).toEqual(
      Array.from({ length: 3 }, () => ['invalid', [part]]),
    );
  });

  it('the check of a row names each workflow move whose signature was deleted', async () => {
    const verdicts = await verdictsAfter([`delete from signature where row_id = ${id} and machine = 'record'`]);
    const labels = recordMachine.moves.map(({ label }) => label);
    expect(verdicts.filter(({ meaning }) => labels.includes(meaning))).toHaveLength(3);
    expect(new Set(verdicts.map(({ meaning }) => meaning)).size).toBe(3);
  });

  it('a signature is invalid if another file replaces the attached one (SIG2)', async () => {
    const { id: other } = await lab.ready();
    const attached = await lab.attach(other, '谱图二.csv', '样品名,峰面积\n2,98.60\n');
    expect((await lab.move(other, 'submit', 'analyst')).status).toBe(200);
    // Its hash was remembered when first read; replaced content of the same length is read again.
    expect((await lab.timeline(other)).steps[0]?.signature).toMatchObject({ state: 'valid' });
    const content = new TextEncoder().encode('样品名,峰面积\n2,98.61\n');
    await server.services.files.remove(attached.file);
    await server.services.files.put(attached.file, content);
    const [step] = (await lab.timeline(other)).steps;
    expect(step?.signature).toMatchObject({ state: 'invalid', changed: ['附件文件'] });
    expect(signatureStates.invalid.label).toBe('签名无效');
    // With its step also deleted past the triggers it is still shown.
    await server.database.transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      await tx
        .delete(workflowStepTable)
        .where(and(eq(workflowStepTable.machine, 'record'), eq(workflowStepTable.rowId, other)));
    });
    expect((await lab.timeline(other)).steps).toMatchObject([
      {
        label: '提交',
        toLabel: missingStep,
        signed: true,
        personName: '李检测',
        signature: { state: 'invalid', changed: ['流转步骤（已缺失）'] },
      },
    ]);
  });

  it('an invalid signature blocks later signatures until the record is returned and signed again', async () => {
    const { id: altered, project } = await lab.ready();
    const { id: whole } = await lab.ready(1, project);
    for (const one of [altered, whole]) expect((await lab.move(one, 'submit', 'analyst')).status).toBe(200);
    await lab.tamper(
      `update lab_sheet_row set readings = jsonb_set(readings, '{frontResponse}', '"98.61"') where sheet = ${altered}`,
    );
    const why = signingTexts.broken(['李检测'], ['检测结果'], '复核', '退回');
    const { moves } = await lab.good<Timeline>('GET', `api/labSheet/timeline/${altered}`, undefined, 'reviewer');
    expect(moves.map(({ key, blocked }) => [key, blocked])).toEqual([
      ['review', why],
      ['return', undefined],
    ]);
    const refused = await lab.move(altered, 'review', 'reviewer');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, 'brokenSignature', why]);
    expect((await lab.moveMany([whole, altered], 'review', 'reviewer')).body).toMatchObject({
      code: 'brokenSignature',
      message: expect.stringContaining(why),
    });
    expect([...(await signaturesOf(altered)), ...(await signaturesOf(whole))].map(({ move }) => move)).toEqual([
      'submit',
      'submit',
    ]);
    expect((await lab.move(altered, 'return', 'reviewer', { reason: '签名无效，请核对' })).status).toBe(200);
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
    ] as const)
      expect((await lab.move(altered, move, who)).status, move).toBe(200);
  });

  it('a signature becomes history when the record is returned, and the next one is valid', async () => {
    const { id: again } = await lab.ready();
    await lab.move(again, 'submit', 'analyst');
    expect((await lab.move(again, 'return', 'reviewer', { reason: '后段峰面积请核对' })).status).toBe(200);
    expect(await lab.states(again)).toEqual([['submit', 'past']]);
    const [row] = (await lab.work(again)).rows;
    await lab.good('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, backResponse: '2.20' }],
      removed: [],
    });
    const said = await lab.move(again, 'submit', 'analyst');
    expect(said.status, said.text).toBe(200);
    expect(await lab.states(again)).toEqual([
      ['submit', 'past'],
      ['submit', 'valid'],
    ]);
  });
});

describe('signing', () => {
  it('signing with a wrong password changes no state; it writes 1 audit line and counts as a failed login (SIG1)', async () => {
    const { id } = await lab.ready();
    const tries = () =>
      server.database.query<{ n: number }>(`select count(*)::int as n from login_failure where user_name = 'analyst'`);
    const [before] = await tries();
    const refused = await lab.move(id, 'submit', 'analyst', { password: 'Falsch-2026#x' });
    expect([refused.status, refused.body.code]).toEqual([400, 'wrongPassword']);
    expect(await signaturesOf(id)).toEqual([]);
    expect(
      (await orm().select({ state: labSheetTable.state }).from(labSheetTable).where(eq(labSheetTable.id, id)))[0],
    ).toEqual({ state: 'drafting' });
    const lines = await server.database.query<{ action: string; reason: string }>(
      'select action, reason from audit_log where request_id = $1',
      [refused.headers.get('x-request-id')],
    );
    expect(lines).toEqual([{ action: 'loginFailed', reason: '提交签名：密码错误' }]);
    const counted = ((await tries())[0]?.n ?? 0) - (before?.n ?? 0);
    expect(counted).toBe(1);
    measured(
      `记录：口令错误后签名 ${(await signaturesOf(id)).length} 个，审计 ${lines.length} 条，计入口令错误 ${counted} 次`,
    );
  });

  it('wrong passwords when signing count like those of the login: after five the 6th is refused even with the right one, there only (AU1)', async () => {
    const { id } = await lab.ready();
    const ip = '203.0.113.61';
    const sign = (password: string) =>
      server.ask<ErrorBody>('PUT', 'api/labSheet/move', {
        token: lab.people.analyst.token,
        ip,
        body: { id, move: 'submit', password },
      });
    let wrongs = 0;
    for (; wrongs < 5; wrongs += 1) expect((await sign('Falsch-2026#x')).body.code).toBe('wrongPassword');
    const sixth = await sign(testPassword);
    expect([sixth.status, sixth.body.code]).toEqual([429, 'lockedOut']);
    expect(
      (await server.ask('POST', 'auth/login', { body: { username: 'analyst', password: testPassword }, ip })).status,
    ).toBe(429);
    expect(await signaturesOf(id)).toEqual([]);
    expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
    measured(`签名处错 ${wrongs} 次后口令正确仍得 ${sixth.status}，登录处亦然`);
  });

  it('platform administrators cannot sign records: 0 signatures are theirs, and the timeline offers them none (AZ8)', async () => {
    const { id } = await lab.ready();
    await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: lab.organizationId });
    const token = await server.login('chief');
    const tries = [];
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const) {
      const { moves } = (await server.ask<Timeline>('GET', `api/labSheet/timeline/${id}`, { token })).body;
      expect(moves.filter(({ signs }) => signs)).toEqual([]);
      for (const [path, body] of [
        ['move', { id }],
        ['moveMany', { ids: [id] }],
      ] as const) {
        const refused = await server.ask<ErrorBody>('PUT', `api/labSheet/${path}`, {
          token,
          body: { ...body, move, password: testPassword },
        });
        expect([refused.status, refused.body.message], `${path} ${move}`).toEqual([403, signingTexts.noAdministrator]);
        tries.push(refused.status);
      }
      expect((await lab.move(id, move, who)).status).toBe(200);
    }
    const signed = (await signaturesOf(id)).map(({ personId }) => personId);
    expect(signed).toEqual([lab.people.analyst.id, lab.people.reviewer.id, lab.people.approver.id]);
    measured(`管理员 ${tries.length} 次签名与批准，允许 ${tries.filter((status) => status === 200).length} 次`);
  });

  it('the first signature requires the acceptance of 电子签名声明, once, and stores the time', async () => {
    const { id } = await lab.ready();
    await orm()
      .update(userTable)
      .set({ statementEdition: null, statementTime: null })
      .where(eq(userTable.id, lab.people.analyst.id));
    expect((await lab.timeline(id)).moves.find(({ key }) => key === 'submit')).toMatchObject({
      signs: true,
      statementDue: true,
    });
    const refused = await lab.move(id, 'submit', 'analyst');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      statementCode,
      signingTexts.statementDue,
    ]);
    expect((await lab.moveMany([id], 'submit', 'analyst')).body.code).toBe(statementCode);
    expect(await signaturesOf(id)).toEqual([]);
    expect((await lab.ask('PUT', 'api/user/signingStatement', { edition: '1999-01' })).status).toBe(409);
    const accepted = await lab.ask('PUT', 'api/user/signingStatement', { edition: statementEdition });
    expect(accepted.body.message).toBe(signingTexts.accepted);
    const signingStatementAnswer = await lab.ask<{ accepted: string; time: string }>(
      'GET',
      'api/user/signingStatement',
    );
    expect(signingStatementAnswer.body).toMatchObject({
      edition: statementEdition,
      accepted: statementEdition,
      time: expect.stringMatching(/^\d{4}-/),
    });
    expect((await lab.timeline(id)).moves.find(({ key }) => key === 'submit')).not.toHaveProperty('statementDue');
    await lab.ask('PUT', 'api/user/signingStatement', { edition: statementEdition });
    const lines = await server.database.query(
      `select after from audit_log where entity = 'user' and entity_id = $1 and action = 'edit'`,
      [lab.people.analyst.id],
    );
    expect(lines).toEqual([{ after: { statementEdition } }]);
    expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
  });

  it('signing and editing at the same time, in 500 races, gives 0 signatures whose hash differs from the stored record (SIG3)', async () => {
    const next = numbersFrom(20_261_122);
    const { id } = await lab.ready();
    const races = proofs ? 500 : 4;
    for (let trial = 0; trial < races; trial += 1) {
      const [row] = (await lab.work(id)).rows;
      const edit = () =>
        lab.ask('PUT', 'api/labSheetRow/saveAll', {
          rows: [{ id: row?.id, version: row?.version, frontResponse: `${90 + next(9)}.${10 + trial}` }],
          removed: [],
        });
      const sign = () => lab.move(id, 'submit', 'analyst');
      const editsFirst = next(2) > 0;
      const [first, second] = await Promise.all(editsFirst ? [edit(), sign()] : [sign(), edit()]);
      expect([200, 409]).toContain(first.status);
      expect([200, 409]).toContain(second.status);
      // An edit that nobody had seen when the signature came refuses it; it is given after another look.
      const signed = editsFirst ? second : first;
      if (signed.status === 409) {
        expect(signed.body).toMatchObject({ code: 'changedSince' });
        expect((await sign()).status).toBe(200);
      }
      expect((await signaturesOf(id)).at(-1)?.hash).toBe(await hashNow(id));
      expect((await lab.move(id, 'return', 'reviewer', { reason: '再来一次' })).status).toBe(200);
    }
    measured(`${races} 次竞争，0 个签名散列异于所存内容`, true, races >= 500);
  });

  it('signing several records is all or none: of 100 with no. 57 at fault 0 are signed (SIG4)', async () => {
    const made = [await lab.ready()];
    const count = proofs ? 100 : 5;
    for (let index = 1; index < count; index += 1) made.push(await lab.ready(1, made[0]?.project));
    const ids = made.map(({ id }) => id);
    const bad = ids[proofs ? 56 : 3] as number;
    const [{ sheetNo } = { sheetNo: '' }] = await orm()
      .select({ sheetNo: labSheetTable.sheetNo })
      .from(labSheetTable)
      .where(eq(labSheetTable.id, bad));
    await orm().update(labSheetRowTable).set({ readings: {} }).where(eq(labSheetRowTable.sheet, bad));
    const refused = await lab.moveMany(ids, 'submit', 'analyst');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(new RegExp(`^${String(sheetNo)}：.*（全部未办理）$`));
    const states = () =>
      orm().select({ state: labSheetTable.state }).from(labSheetTable).where(inArray(labSheetTable.id, ids));
    expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['drafting']));
    expect(
      await orm()
        .select()
        .from(signatureTable)
        .where(and(eq(signatureTable.machine, 'record'), inArray(signatureTable.rowId, ids))),
    ).toEqual([]);
    expect(
      await orm()
        .select()
        .from(workflowStepTable)
        .where(and(eq(workflowStepTable.machine, 'record'), inArray(workflowStepTable.rowId, ids))),
    ).toEqual([]);
    measured(`${count} 份中 1 份不合：0 个签名，0 次流转`, true, count >= 100);
    const rest = ids.filter((id) => id !== bad);
    const done = await lab.moveMany(rest, 'submit', 'analyst');
    expect([done.status, done.body.message]).toEqual([200, signingTexts.manyMoved('提交', count - 1)]);
    expect((await lab.moveMany(rest, 'review', 'reviewer')).status).toBe(200);
    for (const id of rest)
      expect(await lab.states(id)).toEqual([
        ['submit', 'valid'],
        ['review', 'valid'],
      ]);
  });

  it('signing several records of which one was returned and edited meanwhile is refused with its number: 0 are signed (SEC-15)', async () => {
    const [{ id: first }, { id: second }] = [await lab.ready(), await lab.ready()];
    for (const id of [first, second]) expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
    const labSheetRows = await orm()
      .select({ id: labSheetTable.id, version: labSheetTable.version, sheetNo: labSheetTable.sheetNo })
      .from(labSheetTable)
      .where(inArray(labSheetTable.id, [first, second]));
    const rows = labSheetRows.map(({ id, version }) => ({ id, version }));
    await lab.move(first, 'return', 'reviewer', { reason: '读数有误' });
    const {
      rows: [row],
    } = await lab.work(first);
    await lab.good('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, frontResponse: '30.00' }],
      removed: [],
    });
    expect((await lab.move(first, 'submit', 'analyst')).status).toBe(200);
    const refused = await lab.ask(
      'PUT',
      'api/labSheet/moveMany',
      { rows, move: 'review', password: testPassword },
      'reviewer',
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'stale']);
    expect(refused.body.message).toContain(String(labSheetRows.find(({ id }) => id === first)?.sheetNo));
    for (const id of [first, second]) expect((await lab.states(id)).filter(([move]) => move === 'review')).toEqual([]);
    // Nor without a version at all.
    for (const [path, body] of [
      ['move', { id: second, version: null }],
      ['moveMany', { rows: [{ id: second }] }],
    ] as const) {
      const unseen = await lab.ask(
        'PUT',
        `api/labSheet/${path}`,
        { ...body, move: 'review', password: testPassword },
        'reviewer',
      );
      expect([unseen.status, unseen.body.errors?.[0]?.field.endsWith('version')], path).toEqual([400, true]);
    }
    const { status, body } = await lab.ask(
      'PUT',
      'api/labSheet/move',
      { id: second, version: undefined, move: 'review', password: testPassword },
      'reviewer',
    );
    expect([status, body.message]).toEqual([200, '复核成功']);
  });

  it('signing several records is refused for an empty list, unknown records, another organization’s, and a wrong password', async () => {
    const { id } = await lab.ready();
    expect((await lab.moveMany([], 'submit', 'analyst')).body.message).toBe(signingTexts.noneToMove);
    expect((await lab.moveMany([id, 999_999_999], 'submit', 'analyst')).status).toBe(404);
    expect((await lab.moveMany([id], 'submit', 'analyst', { password: 'Falsch-2026#x' })).body.code).toBe(
      'wrongPassword',
    );
    expect((await lab.moveMany([id], 'return', 'reviewer', { reason: '' })).status).toBe(400);
    expect(await signaturesOf(id)).toEqual([]);
  });
});

describe('home page', () => {
  it('the home page shows each person the items that they may sign next, and none that they signed themselves', async () => {
    const { id, project } = await lab.ready();
    const waiting = async () => {
      const told = (['analyst', 'reviewer', 'approver'] as const).map(async (who) =>
        (await lab.good<Dashboard>('GET', 'api/dashboard', undefined, who)).todos
          .filter((todo) => todo.project.id === project)
          .map(({ label }) => label),
      );
      return Promise.all(told);
    };
    const testing = '检测样品（1项）';
    expect(await waiting()).toEqual([[testing], [], []]);
    await lab.move(id, 'submit', 'analyst');
    expect(await waiting()).toEqual([[], ['复核检测记录（1）'], ['复核检测记录（1）']]);
    await lab.move(id, 'review', 'reviewer');
    expect(await waiting()).toEqual([[], [], ['审核检测记录（1）']]);
    await orm().update(labCurveTable).set({ state: 'awaitingApproval' }).where(eq(labCurveTable.id, lab.curve));
    await lab.move(id, 'return', 'approver', { reason: '请核对曲线' });
    const curve = '审核标准曲线（甲苯）';
    const again = `修改检测记录${String((await lab.work(id)).sheet.sheetNo)}`;
    expect(await waiting()).toEqual([[again, curve], [curve], [curve]]);
    // Other samples of the project may still be under way.
    await orm().update(projectTable).set({ stage: 'handOver' }).where(eq(projectTable.id, project));
    expect(await waiting()).toEqual([[again, curve], [curve], [curve]]);
    await orm().update(projectTable).set({ stage: 'testing' }).where(eq(projectTable.id, project));
    await orm().update(labCurveTable).set({ state: 'approved' }).where(eq(labCurveTable.id, lab.curve));
  });
});

describe('paper', () => {
  it('a signed paper shows the specimen signature of the time of signing, and 签名无效 if the signature is invalid', async () => {
    const specimen = async (name: string, width: number) => {
      const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token: lab.people.analyst.token,
        name,
        content: drawnPng(width, 40),
        fields: { fileClass: 'image' },
      });
      await lab.good('PUT', 'api/user/signature', { fileId: sent.body.body?.id });
      return sent.body.body?.id ?? '';
    };
    const { id } = await lab.ready();
    const first = await specimen('签名一.png', 120);
    await lab.good('PUT', 'api/labSheet/move', { id, move: 'submit', password: testPassword });
    await specimen('签名二.png', 200);
    const paper = async () => {
      const parts = await lab.good<RecordParts>('GET', `api/labSheet/paper/${id}`);
      return recordSignersOf({ work: await lab.work(id), parts });
    };
    const [analyst, reviewer] = await paper();
    expect(analyst).toMatchObject({
      label: '检测人',
      name: '李检测',
      picture: { ratio: 3, source: expect.stringMatching(/^data:image\/png;base64,/) },
    });
    expect(reviewer).toEqual({ label: '复核人', name: '', on: '' });
    expect((await signaturesOf(id)).map(({ fileId }) => fileId)).toEqual([first]);
    const pdf = async () =>
      Buffer.from(
        await (
          await server.app.request(`/api/labSheet/pdf/${id}?part=solvent`, {
            headers: { authorization: `Bearer ${lab.people.analyst.token}` },
          })
        ).arrayBuffer(),
      ).toString('latin1');
    expect(await pdf()).toContain('/Subtype /Image');
    await lab.tamper(`update lab_sheet_row set report_text = '56.9' where sheet = ${id}`);
    expect((await paper())[0]).toEqual({ label: '检测人', name: '李检测（签名无效）', on: analyst?.on });
    expect(await pdf()).not.toContain('/Subtype /Image');
  });
});

describe('circulation sheet', () => {
  it('a circulation sheet is signed by the deliverer for the sent samples, and by the receiver for their state on arrival', async () => {
    const permissions = [
      'handOver:list',
      'handOver:add',
      'handOver:edit',
      'handOver:submit',
      'handOver:receive',
      'handOver:refuse',
      'handOverLine:list',
      'sample:list',
      'project:list',
    ];
    const roles = [await server.rows.role({ permissions })];
    const tokens: string[] = [];
    for (const userName of ['giver', 'keeper']) {
      await server.rows.user({ userName, nickName: userName, organizationId: lab.organizationId, roles });
      tokens.push(await server.login(userName));
    }
    const [giver, keeper] = tokens as [string, string];
    const project = (await lab.lab.project('sampling')).id;
    const hazard = await lab.lab.hazard('苯');
    const samples = [
      await lab.lab.sample({ project, hazard, sampleNo: 'H-1' }),
      await lab.lab.sample({ project, hazard, sampleNo: 'H-2' }),
    ];
    const ask = async <B = Answer<{ id: number }> & ErrorBody>(
      token: string,
      method: string,
      path: string,
      body?: unknown,
    ) => {
      const answer = await server.ask<B>(method, path, { token, ...(body === undefined ? {} : { body }) });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const addAnswer = await ask(giver, 'POST', 'api/handOver/add', {
      project,
      samples: samples.map(({ id }) => id),
      transport: '常温密封',
    });
    const id = addAnswer.body?.id ?? 0;
    const states = async () =>
      (await ask<Timeline>(keeper, 'GET', `api/handOver/timeline/${id}`)).steps.map(({ move, signature }) => [
        move,
        signature?.state,
      ]);
    await ask(giver, 'PUT', 'api/handOver/move', { id, move: 'submit', password: testPassword });
    expect(await states()).toEqual([['submit', 'valid']]);
    await server.database.execute(
      `update hand_over_line set condition = 'intact', checked_at = now() where hand_over = ${id}`,
    );
    expect(await states()).toEqual([['submit', 'valid']]);
    await ask(keeper, 'PUT', 'api/handOver/move', { id, move: 'receive', password: testPassword });
    expect(await states()).toEqual([
      ['submit', 'valid'],
      ['receive', 'valid'],
    ]);
    await lab.tamper(`update hand_over_line set condition = 'damaged' where hand_over = ${id}`);
    expect(await states()).toEqual([
      ['submit', 'valid'],
      ['receive', 'invalid'],
    ]);
    await lab.tamper(`update hand_over_line set sample_no = 'H-9' where hand_over = ${id}`);
    expect(await states()).toEqual([
      ['submit', 'invalid'],
      ['receive', 'invalid'],
    ]);
  });
});
