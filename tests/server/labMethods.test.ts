import type { AnyRow } from '@contract/entity';
import { methods } from '@contract/methods/catalogue';
import type { LabWork } from '@contract/record/labWork';
import type { Answer } from '@contract/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../contract/methods/examples';
import { labRowsOf } from '../support/labRows';
import { type Bench, recordOfExample, variantsOf } from '../support/methodRecords';
import { testServer } from '../support/server';

// Every method, in both of its variants, from the task to the stored result: over the API, against the domain's worked examples.

let bench: Bench;

beforeAll(async () => {
  const server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({ permissions: ['labSheet:list', 'labSheet:add', 'labSheet:edit', 'labSheetRow:edit'] });
  const id = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  const lab = labRowsOf(server, organizationId);
  bench = { server, lab, analyst: { id, token: await server.login('analyst') }, project: await lab.project('testing') };
});
afterAll(() => bench.server.close());

const atStandard = ({ temperature, pressure }: (typeof examples)[number][3]): boolean => Number(temperature) >= 5 && Number(temperature) <= 35 && Number(pressure) >= 98.8 && Number(pressure) <= 103.4;

it('has an example of every method', () => {
  expect(new Set(examples.map(([, method]) => method))).toEqual(new Set(methods.map(({ key }) => key)));
});

const cases = examples.flatMap((example) =>
  variantsOf(example[1])
    // What a client measured came with its V0; the conversion itself is the ordinary variant's.
    .filter((variant) => variant === 'ordinary' || atStandard(example[3]))
    .map((variant) => [example[0], variant, example] as const));

describe.each(cases)('%s, %s', (_id, variant, example) => {
  it('comes to the result of the domain', async () => {
    const work = await recordOfExample(bench, example, variant);
    const [, method, , sample, reported, unit] = example;
    expect(work.sheet).toMatchObject({ methodKind: method, variant });
    const [row] = work.rows;
    const readings = Object.fromEntries(Object.entries(sample.readings).filter(([, value]) => value !== null && value !== undefined));
    const { server, analyst } = bench;
    const saved = await server.ask<Answer<AnyRow[]>>('PUT', 'api/labSheetRow/saveAll', { token: analyst.token, body: { rows: [{ id: row?.id, version: row?.version, ...readings }], removed: [] } });
    expect(saved.status, saved.text).toBe(200);
    const [after] = (await server.ask<LabWork>('GET', `api/labSheet/work/${work.sheet.id}`, { token: analyst.token })).body.rows;
    expect([after?.problem, after?.reportText, after?.unit]).toEqual([null, reported, unit]);
  });
});
