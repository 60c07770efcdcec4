import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { ImportDone, ImportPreview } from '@contract/workbook/importWire';
import type { SheetView } from '@contract/workbook/mapping/columnMapping';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { builtInEntries } from '@server/seed/dictionaryEntries';
import { entityNamed } from '../support/entityNamed';
import { ownListForms } from '../support/ownListForms';
import { ownListsWithLayouts } from '../support/ownListLayouts';
import { ownListsWithOtherNames } from '../support/ownListNames';
import { type OwnList, wantedOf, workbookOf } from '../support/ownLists';
import { ownListsWithSpans } from '../support/ownListSpans';
import { ownLists } from '../support/ownListVariations';
import { type TestServer, testServer } from '../support/server';

// Lists that laboratories keep, each as it is: no cell of them is corrected.

const lists = [...ownLists, ...ownListsWithSpans, ...ownListForms, ...ownListsWithOtherNames, ...ownListsWithLayouts];

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  for (const name of ['industry', 'unitScale', 'economicType', 'projectType'] as const) {
    const [dict] = await server.database.orm.insert(dictTable).values({ name }).returning({ id: dictTable.id });
    await server.database.orm
      .insert(dictDetailTable)
      .values(
        builtInEntries[name].map(([value, label], index) => ({ dict: dict?.id ?? 0, label, value, dictSort: index })),
      );
  }
  const organizationId = await server.rows.organization({});
  const moved = [...new Set([...lists.map(({ entity }) => entity), 'dutyAuthorisation'])];
  const permissions = moved.flatMap((name) =>
    (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entityNamed(name), action)),
  );
  await server.rows.user({
    userName: 'mover',
    organizationId,
    roles: [await server.rows.role({ permissions, level: 1 })],
  });
  token = await server.login('mover');
  for (const nickName of lists.flatMap(({ people = [] }) => people))
    await server.rows.user({ nickName, organizationId });
  for (const unitName of lists.flatMap(({ units = [] }) => units))
    await server.rows.inspectUnit({ unitName, organizationId });
});
afterAll(() => server.close());

async function send<B>(path: string, list: OwnList, fields: Record<string, string>): Promise<B> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([workbookOf(list) as Uint8Array<ArrayBuffer>], `台账.${list.type}`));
  const response = await server.app.request(path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as B;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

describe('import of lists in other forms', () => {
  it.each(lists)(
    'the import reads an organization’s own list without a correction by a person: $name',
    async (list) => {
      const { path } = entityNamed(list.entity);
      const { by, rows: wanted } = wantedOf(list);
      const look = await send<SheetView>(`/${path}/import/look`, list, {});
      const preview = await send<ImportPreview>(`/${path}/import/check`, list, {
        sheet: look.sheetName,
        mapping: JSON.stringify(look.mapping),
      });
      const faults = preview.rows.flatMap(({ line, errors }) =>
        errors.map(({ header, message }) => `${line} ${header} ${message}`),
      );
      expect(faults).toEqual([]);
      const rows = preview.rows.map(({ line, cells }) => ({ line, cells }));
      const saved = await server.ask<Answer<ImportDone> & ErrorBody>('POST', `${path}/import/rows`, {
        token,
        body: { loose: true, rows },
      });
      expect(saved.status, saved.text).toBe(200);
      const { body } = await server.ask<Page<AnyRow>>('GET', `${path}?size=1000&sort=id,asc`, { token });
      const stored = new Map(body.content.map((row) => [String(row[by]), row]));
      const found = Object.fromEntries(
        Object.entries(wanted).map(([title, fields]) => [
          title,
          Object.fromEntries(Object.keys(fields).map((name) => [name, stored.get(title)?.[name]])),
        ]),
      );
      expect(found).toEqual(wanted);
      expect(preview.rows).toHaveLength(Object.keys(wanted).length);
    },
  );
});
