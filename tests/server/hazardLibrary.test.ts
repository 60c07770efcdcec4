import { generateKeyPairSync } from 'node:crypto';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitConditions } from '@contract/arithmetic/limits/limitConditions';
import type { HazardAbout } from '@contract/features/library/hazardWire';
import { filePieces, libraryFileTexts, type LibraryUsers } from '@contract/features/library/libraryFile';
import type { ErrorBody } from '@contract/wire';
import type { ImportPreview } from '@contract/workbook/importWire';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import {
  accreditedItemTable,
  auditLogTable,
  biologicalLimitHazardsTable,
  biologicalLimitTable,
  builtInTable,
  cyfaModuleRowTable,
  cyfaModuleTable,
  hazardLimitTable,
  hazardListingTable,
  hazardTable,
  industryRiskTable,
  labMethodItemTable,
  labMethodTable,
  libraryUpdateRowTable,
  libraryUpdateTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  siteSurveyModuleRowTable,
  siteSurveyModuleTable,
} from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { limitsOfHazards } from '@server/features/library/hazards/storedLimits';
import { rowUsage } from '@server/features/library/updates/rowUsage';
import { readSigned, signedFile } from '@server/features/library/updates/updateSignature';
import { readHazardLibrary } from '@server/seed/library/libraryHazards';
import { libraryContent } from '@server/seed/library/libraryRows';
import { readTable } from '@server/seed/library/readTable';
import { storeLibrary } from '@server/seed/library/storeLibrary';
import { seedDatabase } from '@server/seed/seedDatabase';
import { labRowsOf } from '../support/labRows';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

// Built-in data of GBZ 2.1 and GBZ 2.2 (DOMAIN §2), in a database after its first start.

let server: TestServer;
const pair = generateKeyPairSync('ed25519');
const publisher = {
  ...pair,
  publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
};
const orm = () => server.database.orm;

beforeAll(async () => {
  server = await testServer({ demo: false, adminPassword: 'Keeper-1357-X', updateKey: publisher.publicKey });
  await seedDatabase(server.services);
});
afterAll(() => server.close());

const hazardNamed = async (name: string) => {
  const [row] = await orm().select().from(hazardTable).where(eq(hazardTable.name, name));
  if (!row) throw new Error(`no hazard ${name}`);
  return row;
};
/** Returns limits such as `mac 0.5`, as valid on a day. */
async function limitsOf(name: string, day: string): Promise<string[]> {
  const { id } = await hazardNamed(name);
  return (await limitsOfHazards(orm(), { hazards: [id], day, organizationId: null }))
    .map(({ kind, value }) => `${kind} ${value}`)
    .sort();
}

describe('hazard library', () => {
  it('the other names of a hazard of the library include the element as which it is calculated', async () => {
    const symbolsOf = async (name: string) =>
      (await otherNamesOf(orm(), (await hazardNamed(name)).id)).filter((other) => /^[A-Z][a-z]?$/.test(other));
    expect(await symbolsOf('铅尘')).toEqual(['Pb']);
    expect(await symbolsOf('锰及其无机化合物(按MnO2计)')).toEqual(['Mn']);
    expect(await symbolsOf('苯')).toEqual([]);
  });

  it('the hazard library contains every row of the standard’s tables, the physical factors and the catalogue, once', async () => {
    const rows = await orm().select().from(hazardTable);
    const by = (category: string) => rows.filter((row) => row.category === category).length;
    const limits = readTable('limits.csv');
    const names = (table: string) =>
      new Set(limits.flatMap((row) => (row['table'] === table ? [row['name']] : []))).size;
    expect([names('1'), names('2'), names('3')]).toEqual([369, 56, 3]);
    const added = readTable('catalogue.csv').filter((row) => row['add']).length;
    expect(rows.length).toBe(369 + 56 + 3 + 11 + added + 2);
    expect([by('dust'), by('physical'), by('biological')]).toEqual([59, 16, 8]);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.every(({ organizationId }) => organizationId === null)).toBe(true);
  });

  it.each([
    ['甲醛', ['mac 0.5']],
    ['甲苯', ['stel 100', 'twa 50']],
    ['铍及其化合物(按Be计)', ['stel 0.001', 'twa 0.0005']],
    ['锰及其无机化合物(按MnO2计)', ['twa 0.15']],
    ['矽尘(10%≤游离SiO2含量≤50%)', ['respirableDust 0.7', 'totalDust 1']],
    ['电焊烟尘', ['totalDust 4']],
    ['石棉纤维(石棉含量>10%)', ['fibre 0.8']],
    ['一氧化碳(海拔>3000m)', ['mac 15']],
    ['二噁英类化合物', ['twa 30']],
    ['工业酶', ['stel 3', 'twa 1.5']],
    ['手传振动', ['acceleration 5']],
    ['激光辐射', []],
  ])('the hazard library gives %s its limits digit for digit', async (name, limits) => {
    expect(await limitsOf(name, '2024-06-01')).toEqual(limits);
  });

  it('the hazard library judges benzene by the limit version of the sampling day', async () => {
    expect(await limitsOf('苯', '2019-05-01')).toEqual(['stel 10', 'twa 6']);
    expect(await limitsOf('苯', '2021-12-31')).toEqual(['stel 10', 'twa 6']);
    expect(await limitsOf('苯', '2022-11-07')).toEqual(['stel 10', 'twa 6']);
    expect(await limitsOf('苯', '2022-11-08')).toEqual(['stel 6', 'twa 3']);
    expect(await limitsOf('苯', '2025-01-01')).toEqual(['stel 6', 'twa 3']);
    expect(await limitsOf('苯', '2007-10-31')).toEqual([]);
    expect(await limitsOf('乙草胺', '2025-04-30')).toEqual([]);
    expect(await limitsOf('乙草胺', '2025-05-01')).toEqual(['twa 0.12']);
  });

  it('the hazard library marks uncertain values on the hazard and on the limit', async () => {
    const markOf = async (name: string) => {
      const row = await hazardNamed(name);
      const limits = await orm()
        .select({ dataCertainty: hazardLimitTable.dataCertainty })
        .from(hazardLimitTable)
        .where(eq(hazardLimitTable.hazard, row.id));
      return [row.dataCertainty, [...new Set(limits.map(({ dataCertainty }) => dataCertainty))]];
    };
    expect(await markOf('氨')).toEqual(['sure', ['sure']]);
    expect(await markOf('砷化氢(胂)')).toEqual(['marks', ['sure']]);
    expect(await markOf('一氧化氮')).toEqual(['check', ['check']]);
    const rows = await orm().select().from(hazardTable);
    const shown = rows.filter((row) => row.dataCertainty === 'sure');
    expect(shown.filter((row) => !row.verifiedBy || !row.verifiedOn).map(({ name }) => name)).toEqual([]);
    expect(rows.filter((row) => row.dataCertainty !== 'sure' && row.verifiedBy)).toEqual([]);
  });

  it('the hazard library contains every value of the data files: limits', async () => {
    const [hazards, limits] = [await orm().select().from(hazardTable), await orm().select().from(hazardLimitTable)];
    const idOf = new Map(hazards.map((hazard) => [hazard.name, hazard]));
    const differences = readTable('limits.csv').flatMap((row) => {
      const of = idOf.get(row['name'] ?? '');
      const stored = limits.filter((limit) => limit.hazard === of?.id && limit.effectiveFrom === row['from']);
      const value = (...kinds: string[]) => stored.find(({ kind }) => kinds.includes(kind))?.value ?? '';
      const found = {
        mac: value('mac'),
        twa: value('twa', 'totalDust', 'fibre'),
        respirable: value('respirableDust'),
        stel: value('stel'),
        unit: [...new Set(stored.map(({ unit }) => unit))].join(),
        effect: [...new Set(stored.map(({ criticalEffect }) => criticalEffect ?? ''))].join(),
        standard: [...new Set(stored.map(({ standard }) => standard))].join(),
        until: [...new Set(stored.map(({ effectiveUntil }) => effectiveUntil ?? ''))].join(),
        cas: of?.cas ?? '',
        nameEn: of?.nameEn ?? '',
        marks: of?.marks ?? '',
        item: of?.itemNo?.split('-')[1],
        aliases: (of?.synonyms ?? '').split('、').filter(Boolean).join(';'),
      };
      return Object.entries(found).flatMap(([name, held]) =>
        held === row[name] ? [] : [`${row['name'] ?? ''} ${name}: ${held ?? ''} ≠ ${row[name] ?? ''}`],
      );
    });
    expect(differences).toEqual([]);
    expect(readTable('limits.csv').length).toBe(430);
  });

  it('the hazard library contains every value of the data files: methods by part and year', async () => {
    const [methods, items, hazards] = [
      await orm().select().from(labMethodTable),
      await orm().select().from(labMethodItemTable),
      await orm().select().from(hazardTable),
    ];
    const titled = new Map(methods.map((method) => [method.title, method]));
    const nameOf = new Map(hazards.map(({ id, name }) => [id, name]));
    const numeric = (cell: string | undefined) => (cell && /^[\d.]+$/.test(cell) ? cell : null);
    const rows = readTable('methods.csv');
    const seen = new Set<string>();
    const differences = rows.flatMap((row) => {
      const of = titled.get(row['title'] ?? '');
      if (!of) return [`no ${row['title'] ?? ''}`];
      const covered = items.filter(({ method }) => method === of.id).map(({ hazard }) => nameOf.get(hazard));
      const missing = (row['hazards'] ?? '').split(';').filter((name) => name && !covered.includes(name));
      // Further rows of a title name further hazards, how they are kept, and nothing else.
      const first = !seen.has(of.title);
      seen.add(of.title);
      const pairs: [string, unknown, unknown][] = [
        ['standardNo', of.standardNo, row['standardNo']],
        ['technique', of.technique ?? '', row['technique'] || (of.technique ?? '')],
        ['medium', of.medium ?? '', row['medium'] || (of.medium ?? '')],
        ['from', of.validFrom ?? '', row['from']],
        ['until', of.validUntil ?? '', row['until']],
        ['shortFlow', of.shortFlow, numeric(row['shortFlow']) ?? of.shortFlow],
        ['longFlow', of.longFlow, numeric(row['longFlow']) ?? of.longFlow],
        ['longMinutes', of.longMinutes, Number(numeric(row['longMinutes']) ?? of.longMinutes)],
        ...(first
          ? ([
              ['days', of.storageDays, numeric(row['days']) === null ? of.storageDays : Number(row['days'])],
              ['replaces', of.replaces ?? '', row['replaces']],
              ['status', of.standardStatus ?? '', row['status']],
              ['treatment', of.treatment ?? '', row['treatment']],
            ] as [string, unknown, unknown][])
          : []),
      ];
      return [
        ...missing.map((name) => `${of.title} lacks ${name}`),
        ...pairs.flatMap(([name, held, given]) =>
          (held ?? '') === (given ?? '') || (name === 'longMinutes' && given === 0)
            ? []
            : [`${of.title} ${name}: ${String(held)} ≠ ${String(given)}`],
        ),
      ];
    });
    expect(differences).toEqual([]);
    expect(rows.length).toBe(344);
    expect(
      methods.filter(({ standardNo, status }) => status === '1' && /-(19|20)\d{2}/.test(standardNo)).length,
    ).toBeGreaterThan(200);
    const [before, now] = [titled.get('总粉尘浓度 滤膜称量法'), titled.get('滤膜质量法测总粉尘')];
    expect(before).toMatchObject({
      standardNo: 'GBZ/T 192.1-2007',
      validUntil: '2026-01-31',
      replacedBy: 'GBZ/T 192.1-2025',
    });
    expect(now).toMatchObject({
      standardNo: 'GBZ/T 192.1-2025',
      validFrom: '2026-02-01',
      replaces: 'GBZ/T 192.1-2007',
    });
  });

  it('the hazard library has no method in force by a standard that another one replaced for all its hazards', async () => {
    const [methods, items] = [await orm().select().from(labMethodTable), await orm().select().from(labMethodItemTable)];
    const hazardsOf = (id: number) => items.flatMap(({ method, hazard }) => (method === id ? [hazard] : []));
    const ended = methods.filter(({ validUntil }) => validUntil !== null);
    const alive = methods.filter(({ validUntil, status }) => validUntil === null && status === '1');
    const endedHazards = (standardNo: string) =>
      new Set(ended.filter((method) => method.standardNo === standardNo).flatMap(({ id }) => hazardsOf(id)));
    const replaced = alive.filter(({ id, standardNo }) => {
      const gone = endedHazards(standardNo);
      return gone.size > 0 && hazardsOf(id).every((hazard) => gone.has(hazard));
    });
    expect(replaced.map(({ title, standardNo }) => `${title} ${standardNo}`)).toEqual([]);
  });

  it('the hazard library contains every value of the data files: biological limits, published lists, risk classes', async () => {
    const biological = await orm().select().from(biologicalLimitTable).orderBy(asc(biologicalLimitTable.id));
    const links = await orm().select().from(biologicalLimitHazardsTable);
    const hazards = new Map((await orm().select().from(hazardTable)).map(({ id, name }) => [id, name]));
    const linked = (id: number) =>
      links.flatMap(({ ownerId, targetId }) => (ownerId === id ? [hazards.get(targetId) ?? ''] : [])).join(';');
    expect(
      biological.map((row) => [
        row.name,
        row.indexName,
        row.value,
        row.unit,
        row.samplingTime,
        row.otherValue ?? '',
        row.effectiveFrom,
        linked(row.id),
      ]),
    ).toEqual(
      readTable('biologicalLimits.csv').map((row) => [
        row['name'],
        row['index'],
        row['value'],
        row['unit'],
        row['time'],
        row['alternative'],
        row['from'],
        row['hazards'],
      ]),
    );
    const listings = await orm().select().from(hazardListingTable).orderBy(asc(hazardListingTable.id));
    expect(
      listings.map((row) => [row.name, row.number ?? '', row.cas ?? '', hazards.get(row.hazard ?? 0) ?? '']),
    ).toEqual(readTable('catalogue.csv').map((row) => [row['name'], row['number'], row['cas'], row['hazard']]));
    const risks = await orm().select().from(industryRiskTable).orderBy(asc(industryRiskTable.id));
    expect(
      risks.map((row) => [row.code ?? '', row.name, row.riskClass === 'severe' ? '严重' : '一般', row.condition ?? '']),
    ).toEqual(readTable('industryRisks.csv').map((row) => [row['code'], row['name'], row['risk'], row['condition']]));
    expect([biological.length, listings.length, risks.length]).toEqual([38, 680, 291]);
  });

  it('the hazard library has all sixteen WBGT limits and names each condition by a known code', async () => {
    const heat = await hazardNamed('高温');
    const rows = await orm().select().from(hazardLimitTable).where(eq(hazardLimitTable.hazard, heat.id));
    expect(rows.length).toBe(16);
    expect(rows.find(({ condition }) => condition === 'heat.50.3')).toMatchObject({
      value: '29',
      unit: '℃',
      standard: 'GBZ 2.2-2007',
    });
    const codes = new Set(limitConditions.map(({ value }) => value));
    const used = await orm().select({ condition: hazardLimitTable.condition }).from(hazardLimitTable);
    expect(used.filter(({ condition }) => condition !== null && !codes.has(condition))).toEqual([]);
    expect(new Set(used.map(({ condition }) => condition).filter(Boolean)).size).toBe(codes.size);
  });

  it('the hazard library contains a method for each of the fifteen kinds, with hazards and detection limits', async () => {
    const methods = await orm().select().from(labMethodTable);
    expect(new Set(methods.map(({ methodKind }) => methodKind)).size).toBe(15);
    const [btx] = await orm()
      .select()
      .from(labMethodItemTable)
      .where(eq(labMethodItemTable.itemName, '苯系物 溶剂解吸-气相色谱法 苯'));
    expect(btx).toMatchObject({ lod: '0.9', lodUnit: 'μg/mL', minConc: '0.6', volume: '1.5', dataCertainty: 'check' });
  });
});

it.each(['hazard', 'hazardLimit', 'labMethod', 'labMethodItem', 'biologicalLimit', 'hazardListing', 'industryRisk'])(
  'a library stays unchanged when its own exported workbook is imported: %s',
  async (name) => {
    const token = await server.login('admin');
    const file = await server.app.request(`/api/${name}/export`, { headers: { authorization: `Bearer ${token}` } });
    const form = new FormData();
    form.append('file', new File([await file.arrayBuffer()], 'own.xlsx'));
    const checked = await server.app.request(`/api/${name}/import/check`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    const { rows } = (await checked.json()) as ImportPreview;
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ state }) => state !== 'same')).toEqual([]);
  },
);

describe('later start of the server with another library', () => {
  it('a later start of the server writes nothing if its built-in library has not changed', async () => {
    const [before] = await orm().select({ n: count() }).from(builtInTable);
    await storeLibrary(orm(), await readBuiltInIds(orm()));
    expect((await orm().select({ n: count() }).from(builtInTable))[0]).toEqual(before);
  });

  it('a later start of the server adds a new version’s corrections to the library, and keeps rows that people edited or deleted', async () => {
    const [admin] = await orm().select({ id: hazardTable.id }).from(hazardTable).where(eq(hazardTable.name, '氨'));
    await orm()
      .update(hazardTable)
      .set({ remark: '本院备注', updateBy: 1, version: 2 })
      .where(eq(hazardTable.id, admin?.id ?? 0));
    const gone = await hazardNamed('2-氨基吡啶');
    await orm().update(hazardTable).set({ deleteTime: new Date() }).where(eq(hazardTable.id, gone.id));
    await orm().update(hazardLimitTable).set({ deleteTime: new Date() }).where(eq(hazardLimitTable.hazard, gone.id));

    const library = readHazardLibrary();
    const corrected = {
      ...library,
      hazards: [
        ...library.hazards.map((hazard) =>
          hazard.name === '甲苯' || hazard.name === '氨' ? { ...hazard, marks: '皮,敏' } : hazard,
        ),
        { name: '新因素', category: 'chemical', dataCertainty: 'sure' },
      ],
      limits: library.limits.map((limit) =>
        limit.hazard === '甲苯' && limit.kind === 'twa' ? { ...limit, value: '40' } : limit,
      ),
    };
    await server.database.transaction(async (tx) => storeLibrary(tx, await readBuiltInIds(tx), corrected));
    expect(await hazardNamed('甲苯')).toMatchObject({ marks: '皮,敏', version: 1 });
    expect(await hazardNamed('氨')).toMatchObject({ marks: null, remark: '本院备注' });
    expect(await hazardNamed('新因素')).toMatchObject({ organizationId: null });
    expect(await limitsOf('甲苯', '2024-06-01')).toEqual(['stel 100', 'twa 40']);
    expect((await hazardNamed('2-氨基吡啶')).deleteTime).not.toBeNull();
    const edits = await orm()
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(inArray(auditLogTable.entity, ['hazard', 'hazardLimit']), eq(auditLogTable.action, 'edit')));
    expect(edits.map(({ title }) => title).sort()).toEqual(['甲苯', '甲苯 PC-TWA 40 mg/m³']);
  });

  it('a later start of the server offers changes to library rows that people edited, and writes them when an administrator accepts', async () => {
    const rows = await orm().select().from(libraryUpdateRowTable);
    const [update] = await orm().select().from(libraryUpdateTable);
    expect(update).toMatchObject({ origin: 'shipped', rows: rows.length });
    const offered = rows.find(({ subject, title }) => subject === 'hazard' && title === '氨');
    expect(offered).toMatchObject({ change: 'changed', decision: null });
    expect([offered?.before, offered?.after].map((text) => text?.split('\n')[0])).toEqual(['标识：—', '标识：皮,敏']);
    expect((await hazardNamed('氨')).marks).toBeNull();
    const token = await server.login('admin');
    const decide = (body: object) => server.ask<ErrorBody>('POST', 'api/libraryUpdateRow/decide', { token, body });
    expect((await decide({ rows: [offered?.id], decision: 'declined' })).body.errors).toEqual([
      { field: 'reason', message: libraryFileTexts.needsReason },
    ]);
    expect((await decide({ rows: [offered?.id], decision: 'accepted' })).status).toBe(200);
    expect(await hazardNamed('氨')).toMatchObject({ marks: '皮,敏' });
    expect((await decide({ rows: [offered?.id], decision: 'accepted' })).body.message).toBe(libraryFileTexts.decided);
  });

  it('a later start of the server offers to remove a row that the library named by mistake, and lists where it is used', async () => {
    // GBZ/T 192.5 counts fibres; an earlier edition named the dust, which is weighed.
    const [method] = await orm().select().from(labMethodTable).where(eq(labMethodTable.title, '石棉纤维计数浓度'));
    const dust = await hazardNamed('石棉(石棉含量>10%)粉尘');
    const [wrong] = await orm()
      .insert(labMethodItemTable)
      .values({
        method: method?.id ?? 0,
        hazard: dust.id,
        itemName: '石棉纤维计数浓度 石棉粉尘',
        dataCertainty: 'check',
      })
      .returning({ id: labMethodItemTable.id });
    const key = 'labMethodItem:石棉纤维计数浓度/石棉(石棉含量>10%)粉尘';
    await orm()
      .insert(builtInTable)
      .values({ key, rowId: wrong?.id ?? 0 });
    const library = readHazardLibrary();
    const next = {
      ...library,
      hazards: [...library.hazards, { name: '再一因素', category: 'chemical', dataCertainty: 'sure' }],
    };
    await server.database.transaction(async (tx) => storeLibrary(tx, await readBuiltInIds(tx), next));
    const [offered] = await orm().select().from(libraryUpdateRowTable).where(eq(libraryUpdateRowTable.fileKey, key));
    expect(offered).toMatchObject({
      subject: 'labMethodItem',
      title: '石棉纤维计数浓度 石棉粉尘',
      change: 'ended',
      before: expect.stringContaining('核对情况：待核对'),
      after: libraryFileTexts.removed,
      rowId: wrong?.id,
    });
    // Nothing else is named: every other built-in row is still in the library.
    const removals = await orm()
      .select({ after: libraryUpdateRowTable.after })
      .from(libraryUpdateRowTable)
      .where(eq(libraryUpdateRowTable.after, libraryFileTexts.removed));
    expect(removals).toHaveLength(1);
    const token = await server.login('admin');
    const body = { rows: [offered?.id], decision: 'accepted' };
    expect((await server.ask('GET', `api/libraryUpdateRow/users/${offered?.id}`, { token })).body).toEqual({
      projects: [],
      templates: [],
    });
    expect((await server.ask('POST', 'api/libraryUpdateRow/decide', { token, body })).status).toBe(200);
    const [after] = await orm()
      .select()
      .from(labMethodItemTable)
      .where(eq(labMethodItemTable.id, wrong?.id ?? 0));
    expect(after?.deleteTime).not.toBeNull();
  });
});

describe('library update file', () => {
  const file = (change: (content: ReturnType<typeof libraryContent>) => object) =>
    signedFile(change(libraryContent(readHazardLibrary(), '2027.1', '')) as never, publisher.privateKey);
  const load = async (text: string | readonly string[]) =>
    server.ask<ErrorBody & { body: { rows: number } }>('POST', 'api/libraryUpdate/load', {
      token: await server.login('admin'),
      body: { file: text },
    });

  it('a library update file is refused if it is unsigned, altered, or signed with another key', async () => {
    const good = file((content) => ({ ...content, rows: [] }));
    expect((await load('{}')).body.message).toBe(libraryFileTexts.notOurs);
    expect((await load(good.replace('2027.1', '2027.9'))).body.message).toBe(libraryFileTexts.badSignature);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const theirs = signedFile({ ...libraryContent(readHazardLibrary(), 'x', ''), rows: [] }, stranger);
    expect((await load(theirs)).body.message).toBe(libraryFileTexts.badSignature);
    expect((await load(file(() => ({ format: 'occhealth-library-1' })))).body.message).toBe(
      libraryFileTexts.badContent,
    );
  });

  it('a library update file with an unknown field, an unknown option or an impossible number is refused whole', async () => {
    const withFields = (fields: object) =>
      file((content) => ({
        ...content,
        edition: '2027.faults',
        rows: [content.rows[0], { ...content.rows[0], key: 'hazard:新因素', title: '新因素', fields }],
      }));
    const messageOf = async (fields: object) => {
      const { status, body } = await load(withFields(fields));
      expect(status, JSON.stringify(body)).toBe(400);
      return body.errors?.[0]?.message;
    };
    const good = { name: '新因素', category: 'chemical', dataCertainty: 'sure' };
    expect(await messageOf({ ...good, category: 'light' })).toBe(
      libraryFileTexts.faultIn('新因素', libraryFileTexts.unknownValue('类别', 'light')),
    );
    expect(await messageOf({ ...good, colour: 'red' })).toBe(
      libraryFileTexts.faultIn('新因素', libraryFileTexts.unknownField('colour')),
    );
    expect(await messageOf({ ...good, name: '' })).toContain('新因素');
    expect(await orm().select().from(libraryUpdateTable).where(eq(libraryUpdateTable.edition, '2027.faults'))).toEqual(
      [],
    );
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a key of another subject', { key: 'labMethod:照度测量' }, libraryFileTexts.foreignKey('labMethod:照度测量')],
    ['a row named twice', { key: 'hazard:甲苯', twice: true }, libraryFileTexts.twice],
    ['a new row without its category', { fields: { name: '未列因素', dataCertainty: 'sure' } }, '请选择类别'],
    [
      'the id of a row instead of its key',
      { subject: 'hazardLimit', key: 'hazardLimit:氨/twa//2020-04-01', fields: { hazard: 5 } },
      libraryFileTexts.noReference('危害因素', '5'),
    ],
    [
      'a reference to a row of another subject',
      { subject: 'labMethodItem', key: 'labMethodItem:新方法/氨', fields: { hazard: 'labMethod:照度测量' } },
      libraryFileTexts.noReference('危害因素', 'labMethod:照度测量'),
    ],
    [
      'a reference to a row that neither the file nor the library contains',
      { subject: 'biologicalLimit', key: 'biologicalLimit:新', fields: { hazards: ['hazard:氨', 'hazard:没有'] } },
      libraryFileTexts.noReference('对应危害因素', 'hazard:没有'),
    ],
  ])('a library update file that contains %s is refused whole', async (_what, given, message) => {
    const { twice, ...more } = given;
    const row = {
      subject: 'hazard',
      key: 'hazard:未列因素',
      title: '未列因素',
      fields: { name: '未列因素', category: 'chemical', dataCertainty: 'sure' },
      ...more,
    };
    const { status, body } = await load(
      file((content) => ({ ...content, edition: '2027.rows', rows: twice ? [row, row] : [row] })),
    );
    expect([status, body.errors?.map((fault) => fault.message)]).toEqual([
      400,
      expect.arrayContaining([libraryFileTexts.faultIn('未列因素', message)]),
    ]);
  });

  it('the verifier that a library update file names is not offered, because the installation names its own', async () => {
    const { body } = await load(
      file((content) => ({
        ...content,
        edition: '2027.verifier',
        rows: [{ subject: 'hazard', key: 'hazard:苯', title: '苯', fields: { name: '苯', verifiedBy: '发布方' } }],
      })),
    );
    expect(body.body.rows).toBe(0);
  });

  it('a library update file ends a method and adds a limit only by decisions; it names projects and templates that use the method', async () => {
    const [method] = await orm()
      .select()
      .from(labMethodTable)
      .where(eq(labMethodTable.title, '苯系物 溶剂解吸-气相色谱法'));
    const hazard = await hazardNamed('苯');
    const [template] = await orm()
      .insert(cyfaModuleTable)
      .values({ name: '喷漆方案', pinyin: '', initials: '' })
      .returning({ id: cyfaModuleTable.id });
    await orm()
      .insert(cyfaModuleRowTable)
      .values({
        template: template?.id as number,
        place: '喷漆工',
        hazard: hazard.id,
        method: method?.id as number,
        mode: 'area',
        period: 'short',
        points: 1,
        samplesPerDay: 1,
        days: 1,
        blanks: 2,
        pinyin: '',
        initials: '',
      } as never);
    // Projects: one that plans the method, one that tests by it; an archived one and one with another method are not
    // told.
    const lab = labRowsOf(server, await server.rows.organization());
    const planned = await lab.project('planning');
    const tested = await lab.project('testing');
    const archived = await lab.project('archived');
    const elsewhere = await lab.project('planning');
    const sampling = (project: number, of: number) => ({
      project,
      place: '喷漆工',
      hazard: hazard.id,
      method: of,
      mode: 'area',
      period: 'short',
      points: 1,
      samplesPerDay: 1,
      days: 1,
      blanks: 2,
    });
    await orm()
      .insert(sampleSiteHazardTable)
      .values([
        sampling(planned.id, method?.id as number),
        sampling(archived.id, method?.id as number),
        sampling(elsewhere.id, await lab.method('另一方法', 7)),
      ] as never);
    await lab.task({ project: tested.id, hazard: hazard.id, hazardName: '苯', method: method?.id as number });
    const ended = {
      subject: 'labMethod' as const,
      key: 'labMethod:苯系物 溶剂解吸-气相色谱法',
      title: '苯系物 溶剂解吸-气相色谱法',
    };
    const { status, body, text } = await load(
      file((content) => ({
        ...content,
        rows: [
          { ...ended, fields: { validUntil: '2027-01-31', replacedBy: 'GBZ/T 300.66-2027' } },
          {
            subject: 'hazardLimit',
            key: 'hazardLimit:新限值',
            title: '新物质 MAC',
            fields: {
              hazard: 'hazard:新物质',
              kind: 'mac',
              value: '2',
              unit: 'mg/m³',
              standard: 'GBZ 2.1-2027',
              effectiveFrom: '2027-02-01',
              dataCertainty: 'sure',
            },
          },
          {
            subject: 'hazard',
            key: 'hazard:新物质',
            title: '新物质',
            fields: { name: '新物质', category: 'chemical', dataCertainty: 'sure' },
          },
          { subject: 'hazard', key: 'hazard:苯', title: '苯', fields: { name: '苯', category: 'chemical' } },
        ],
      })),
    );
    expect([status, text.length > 0, body.body.rows]).toEqual([200, true, 3]);
    const rows = (await orm().select().from(libraryUpdateRowTable).orderBy(asc(libraryUpdateRowTable.id))).slice(-3);
    expect(rows.map(({ title, change }) => [title, change])).toEqual([
      ['新物质', 'added'],
      ['新物质 MAC', 'added'],
      ['苯系物 溶剂解吸-气相色谱法', 'ended'],
    ]);
    expect(
      (
        await orm()
          .select()
          .from(labMethodTable)
          .where(eq(labMethodTable.id, method?.id ?? 0))
      )[0]?.validUntil,
    ).toBeNull();
    const token = await server.login('admin');
    const [substance, limit, end] = rows;
    const used = await server.ask<LibraryUsers>('GET', `api/libraryUpdateRow/users/${end?.id ?? 0}`, { token });
    expect(used.body).toMatchObject({
      projects: [planned, tested].map(({ id, code }) => ({ id, code })),
      templates: [{ id: template?.id, title: '喷漆方案', kind: '采样方案模板' }],
    });
    expect(used.body.projects.length).toBe(2);
    // What is said of the hazard alone reaches further: surveys and their templates.
    await lab.exposure(elsewhere.id, hazard.id, '调漆工', '8');
    const [survey] = await orm()
      .insert(siteSurveyModuleTable)
      .values({ name: '喷漆调查', pinyin: '', initials: '' } as never)
      .returning({ id: siteSurveyModuleTable.id });
    await orm()
      .insert(siteSurveyModuleRowTable)
      .values({
        template: survey?.id as number,
        workshop: '喷漆车间',
        post: '喷漆工',
        hazard: hazard.id,
      } as never);
    const [limited] = await orm().select().from(hazardLimitTable).where(eq(hazardLimitTable.hazard, hazard.id));
    const byHazard = await rowUsage(orm(), { subject: 'hazardLimit', rowId: limited?.id ?? 0 } as never);
    expect(byHazard.projects.map(({ id }) => id)).toEqual([planned.id, tested.id, elsewhere.id]);
    expect(byHazard.templates.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      '采样方案模板 喷漆方案',
      '现场调查模板 喷漆调查',
    ]);
    // A hazard that is tested in the sample of another one is used as well.
    const alongProject = await lab.project('planning');
    const [alongRow] = await orm()
      .insert(sampleSiteHazardTable)
      .values({ ...sampling(alongProject.id, method?.id as number), hazard: (await hazardNamed('甲苯')).id } as never)
      .returning({ id: sampleSiteHazardTable.id });
    await orm()
      .insert(sampleSiteHazardAlongWithTable)
      .values({ ownerId: alongRow?.id as number, targetId: hazard.id, position: 0 });
    const [itemOfMethod] = await orm()
      .select({ id: labMethodItemTable.id })
      .from(labMethodItemTable)
      .where(and(eq(labMethodItemTable.hazard, hazard.id), eq(labMethodItemTable.method, method?.id ?? 0)));
    const byItem = await rowUsage(orm(), { subject: 'labMethodItem', rowId: itemOfMethod?.id ?? 0 } as never);
    expect(byItem.projects.map(({ id }) => id)).toEqual([planned.id, tested.id, alongProject.id]);
    const decide = (ids: (number | undefined)[], decision = 'accepted', reason?: string) =>
      server.ask<ErrorBody>('POST', 'api/libraryUpdateRow/decide', {
        token,
        body: { rows: ids, decision, ...(reason ? { reason } : {}) },
      });
    expect((await decide([limit?.id])).body.message).toBe(libraryFileTexts.parentFirst('新物质 MAC'));
    expect((await decide([limit?.id, substance?.id])).status).toBe(200);
    expect(await limitsOf('新物质', '2027-02-01')).toEqual(['mac 2']);
    expect((await decide([end?.id], 'declined', '等待本机构方法确认')).status).toBe(200);
    const [declined] = await orm()
      .select()
      .from(libraryUpdateRowTable)
      .where(eq(libraryUpdateRowTable.id, end?.id ?? 0));
    expect(declined).toMatchObject({ decision: 'declined', reason: '等待本机构方法确认', decidedBy: 1 });
    expect(
      (
        await orm()
          .select()
          .from(labMethodTable)
          .where(eq(labMethodTable.id, method?.id ?? 0))
      )[0]?.validUntil,
    ).toBeNull();
    expect((await load(file((content) => ({ ...content, rows: [] })))).body.message).toBe(
      libraryFileTexts.loadedBefore('2027.1'),
    );
  });

  it('a library update file writes the rows that a change refers to by name, and takes over several references', async () => {
    const [index] = readHazardLibrary().biologicalLimits;
    const stored = async () =>
      orm()
        .select({ hazard: hazardTable.name })
        .from(biologicalLimitHazardsTable)
        .innerJoin(biologicalLimitTable, eq(biologicalLimitTable.id, biologicalLimitHazardsTable.ownerId))
        .innerJoin(hazardTable, eq(hazardTable.id, biologicalLimitHazardsTable.targetId))
        .where(eq(biologicalLimitTable.indexName, String(index?.draft['indexName'])))
        .orderBy(asc(hazardTable.id));
    const before = [...new Set((await stored()).map(({ hazard }) => hazard))];
    const added = { name: '再一新物质', category: 'chemical', dataCertainty: 'sure' };
    const hazards = [...(index?.hazards ?? []).map((key) => `hazard:${key}`), 'hazard:再一新物质'];
    const { status, text } = await load(
      file((content) => ({
        ...content,
        edition: '2027.3',
        rows: [
          { subject: 'hazard', key: 'hazard:再一新物质', title: '再一新物质', fields: added },
          {
            subject: 'labMethodItem',
            key: 'labMethodItem:噪声测量/脉冲噪声',
            title: '噪声测量 脉冲噪声',
            fields: { method: 'labMethod:照度测量', hazard: 'hazard:再一新物质' },
          },
          {
            subject: 'biologicalLimit',
            key: `biologicalLimit:${index?.key ?? ''}`,
            title: String(index?.draft['indexName']),
            fields: { hazards },
          },
        ],
      })),
    );
    expect(status, text).toBe(200);
    const rows = (await orm().select().from(libraryUpdateRowTable).orderBy(asc(libraryUpdateRowTable.id))).slice(-3);
    expect(rows.slice(1).map((row) => [row.before, row.after])).toEqual([
      ['检测方法：噪声测量\n危害因素：脉冲噪声', '检测方法：照度测量\n危害因素：再一新物质'],
      [`对应危害因素：${before.join('、')}`, `对应危害因素：${[...before, '再一新物质'].join('、')}`],
    ]);
    const token = await server.login('admin');
    const decideAnswer = await server.ask('POST', 'api/libraryUpdateRow/decide', {
      token,
      body: { rows: rows.map(({ id }) => id), decision: 'accepted' },
    });
    expect(decideAnswer.status, decideAnswer.text).toBe(200);
    expect([...new Set((await stored()).map(({ hazard }) => hazard))]).toEqual([...before, '再一新物质']);
  });

  it('an update file of the whole library is loaded although it is larger than other requests may be', async () => {
    const whole = file((content) => ({ ...content, edition: '2027.2' }));
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeGreaterThan(1024 * 1024);
    const loaded = await load(filePieces(whole));
    expect(loaded.status, loaded.text).toBe(200);
  });
});

describe('accredited scope of an organization with the whole library', () => {
  it.each([
    ['二甲苯（邻二甲苯、间二甲苯、对二甲苯）', 'GBZ/T 300.66-2017', ['二甲苯(全部异构体)']],
    ['锰及其化合物', 'GBZ/T 300.17-2017', ['锰及其无机化合物(按MnO2计)']],
    ['铅及其化合物', 'GBZ/T 300.15-2017', ['铅尘', '铅烟']],
    ['铬及其化合物', 'GBZ/T 300.9-2017', ['三氧化铬、铬酸盐、重铬酸盐(按Cr计)']],
    ['镍及其化合物', 'GBZ/T 160.16-2004', ['可溶性镍化合物', '金属镍与难溶性镍化合物']],
    ['一氧化氮、二氧化氮', 'GBZ/T 160.29-2004', ['一氧化氮', '氮氧化物(一氧化氮和二氧化氮)']],
    ['氨气', 'GBZ/T 160.29-2004', ['氨']],
    ['WBGT指数', 'GBZ/T 189.7-2007', ['高温']],
    ['紫外光', 'GBZ/T 189.6-2007', ['紫外辐射']],
    ['三甲苯', 'GBZ/T 300.66-2017', []],
  ])('the annex item %s by %s covers %j', async (item, standardNo, names) => {
    const organizationId = await server.rows.organization();
    await orm()
      .insert(accreditedItemTable)
      .values({ item, basis: standardNo, standardNo, hazard: null, organizationId, pinyin: '', initials: '' });
    const annex = await accreditationAnnex(orm(), organizationId);
    const ids = annex.flatMap(({ hazard }) => hazard ?? []);
    const covered = await orm()
      .select({ name: hazardTable.name })
      .from(hazardTable)
      .where(inArray(hazardTable.id, [-1, ...ids]));
    expect(covered.map(({ name }) => name).sort()).toEqual([...names].sort());
  });
});

describe('decision about a library row', () => {
  it('a decision about an unknown library row, or one that was deleted, is refused', async () => {
    const token = await server.login('admin');
    const decide = (id: number) =>
      server.ask('POST', 'api/libraryUpdateRow/decide', { token, body: { rows: [id], decision: 'accepted' } });
    expect((await decide(999_999)).status).toBe(404);
    expect((await decide(2_147_483_648)).status).toBe(400);
    expect((await server.ask('GET', 'api/libraryUpdateRow/users/999999', { token })).status).toBe(404);
    const gone = await hazardNamed('2-氨基吡啶');
    const [update] = await orm().select().from(libraryUpdateTable);
    const [row] = await orm()
      .insert(libraryUpdateRowTable)
      .values({
        libraryUpdate: update?.id as number,
        subject: 'hazard',
        title: gone.name,
        change: 'changed',
        fileKey: `hazard:${gone.name}`,
        rowId: gone.id,
        fields: { marks: '皮' },
        pinyin: '',
        initials: '',
      })
      .returning({ id: libraryUpdateRowTable.id });
    expect((await decide(row?.id ?? 0)).status).toBe(404);
  });

  it('decisions about a library update need a key that verifies update files', () => {
    expect(() => readSigned('{}', undefined)).toThrow(libraryFileTexts.noKey);
  });
});

describe('hazard page', () => {
  const about = async (name: string, day: string) => {
    const token = await server.login('admin');
    const { id } = await hazardNamed(name);
    return (await server.ask<HazardAbout>('GET', `api/hazard/about/${id}?day=${day}`, { token })).body;
  };

  it.each([
    ['苯', '2026-11-01', 'given'],
    ['乙草胺', '2024-06-01', 'none'],
    ['一氧化氮', '2026-11-01', 'none'],
    ['低温', '2026-11-01', 'none'],
    ['乙醇', '2026-11-01', 'none'],
    ['激光辐射', '2026-11-01', 'unknown'],
    ['乙炔', '2026-11-01', 'unknown'],
    ['乙草胺', '2019-06-01', 'unknown'],
  ])('the hazard’s page states the limit of %s on %s: %s', async (name, day, presence) => {
    expect((await about(name, day)).presence).toBe(presence);
  });

  it('the hazard’s page shows biological limits, published lists and methods valid on the day', async () => {
    const benzene = await about('苯', '2026-11-01');
    expect(benzene.biological.map(({ indexName, value, unit }) => `${indexName} ${value} ${unit}`)).toEqual([
      '尿中苯巯基尿酸 100 μg/g Cr',
      '尿中反-反式粘糠酸 3.0 mg/g Cr',
    ]);
    expect(benzene.listings.map(({ list }) => list)).toContain('catalogue2015');
    expect(benzene.methods.map(({ standardNo }) => standardNo)).toContain('GBZ/T 300.66-2017');
    expect(
      (await about('矽尘(10%≤游离SiO2含量≤50%)', '2025-06-01')).methods.map(({ standardNo }) => standardNo),
    ).not.toContain('GBZ/T 192.1-2025');
    expect((await about('安妥', '2026-11-01')).noMethod).toBe('未查到国家标准检测方法');
  });

  it('the search finds a hazard by name, alias, initials, CAS number and formula, and its time is reported', async () => {
    const token = await server.login('admin');
    const find = async (keyword: string) => {
      const start = performance.now();
      const { body } = await server.ask<{ content: { name: string }[] }>(
        'GET',
        `api/hazard?keyword=${encodeURIComponent(keyword)}&size=20`,
        { token },
      );
      return { names: body.content.map(({ name }) => name), took: performance.now() - start };
    };
    await find('苯');
    for (const [keyword, name] of [
      ['环氧乙烷', '环氧乙烷'],
      ['TDI', '甲苯-2,4-二异氰酸酯(TDI)'],
      ['铅尘(按Pb计)', '铅尘'],
      ['hyyw', '环氧乙烷'],
      ['75-21-8', '环氧乙烷'],
      ['75–21–8', '环氧乙烷'],
      ['CAS号：75-21-8', '环氧乙烷'],
      ['C₂H₄O', '环氧乙烷'],
      ['C2H4O', '环氧乙烷'],
    ] as const) {
      const tries = [await find(keyword), await find(keyword), await find(keyword)];
      expect([keyword, tries[0]?.names.includes(name)]).toEqual([keyword, true]);
      measured(`因素库查询“${keyword}”：${Math.round(Math.min(...tries.map(({ took }) => took)))}ms`);
    }
  });
});
