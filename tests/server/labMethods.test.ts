import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { methods } from '@contract/features/laboratory/methods/methodCatalogue';
import type { Variant } from '@contract/features/laboratory/methods/methodDefinition';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer } from '@contract/wire';
import { examples } from '../contract/methods/examples';
import { labRowsOf } from '../support/labRows';
import { type Bench, recordOfExample, variantsOf } from '../support/methodRecords';
import { testServer } from '../support/server';

// Every method, in both of its variants, from the task to the stored result: over the API, compared with the worked
// examples of DOMAIN.

let bench: Bench;
let lastDay: NonNullable<Bench['samplingDay']>;

beforeAll(async () => {
  const server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({
    permissions: ['labSheet:list', 'labSheet:add', 'labSheet:edit', 'labSheetRow:edit'],
  });
  const id = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  const lab = labRowsOf(server, organizationId);
  bench = { server, lab, analyst: { id, token: await server.login('analyst') }, project: await lab.project('testing') };
  const sampledOn = '2025-04-30';
  lastDay = { id: await lab.day(bench.project.id, sampledOn), sampledOn };
});
afterAll(() => bench.server.close());

const atStandard = ({ temperature, pressure }: (typeof examples)[number][3]): boolean =>
  Number(temperature) >= 5 && Number(temperature) <= 35 && Number(pressure) >= 98.8 && Number(pressure) <= 103.4;

it('worked examples exist for every laboratory method', () => {
  expect(new Set(examples.map(([, method]) => method))).toEqual(new Set(methods.map(({ key }) => key)));
});

const cases = examples.flatMap((example) =>
  variantsOf(example[1])
    // A client's sample comes with its V0; the conversion itself belongs to the ordinary variant.
    .filter((variant) => variant === 'ordinary' || atStandard(example[3]))
    .map((variant) => [example[0], variant, example] as const),
);

/** Returns the result of a record after the readings of its example are saved. */
async function outcomeOf(on: Bench, example: (typeof examples)[number], variant: Variant): Promise<unknown[]> {
  const work = await recordOfExample(on, example, variant);
  const [, method, , sample] = example;
  expect(work.sheet).toMatchObject({ methodKind: method, variant });
  const [row] = work.rows;
  const readings = Object.fromEntries(
    Object.entries(sample.readings).filter(([, value]) => value !== null && value !== undefined),
  );
  const {
    server,
    analyst: { token },
  } = on;
  const body = { rows: [{ id: row?.id, version: row?.version, ...readings }], removed: [] };
  const saved = await server.ask<Answer<AnyRow[]>>('PUT', 'api/labSheetRow/saveAll', { token, body });
  expect(saved.status, saved.text).toBe(200);
  const [after] = (await server.ask<LabWork>('GET', `api/labSheet/work/${work.sheet.id}`, { token })).body.rows;
  return [after?.problem, after?.reportText, after?.unit];
}

// Sampled on the last day before GBZ 331-2024.
describe.each(cases)('%s, %s', (_id, variant, example) => {
  it('a record of the method gives the result of the worked example in docs/spec/domain.md', async () => {
    const [, , , , reported, unit] = example;
    expect(await outcomeOf({ ...bench, samplingDay: lastDay }, example, variant)).toEqual([null, reported, unit]);
  });
});

const weighTwice = '请填写采样前质量的第二次称量值，滤膜采样前后均应称量两次';
// Examples changed by GBZ 331-2024 and GBZ/T 192.1-2025; their hazards have no limit.
const changed: Readonly<Record<string, readonly [problem: string | null, text: string | null]>> = {
  // No cap on significant digits (G.1.2.2): as many decimals as the minimum has.
  'GC-SOL-2': [null, '4.8400'],
  'GC-TD1': [null, '3.188'],
  // A blank below the quantification limit counts 0 (F.7-F.15).
  'AAS-1': [null, '0.138'],
  'AFS-1': [null, '0.0015'],
  // `<` and the minimum quantifiable concentration, rounded up (G.1.2.3): 0.2×10/5/7.5 = 0.0533.
  'MSBS-3': [null, '<0.054'],
  // Filters are weighed twice (GBZ/T 192.1-2025).
  'DUST-3': [weighTwice, null],
  'DUST-4': [weighTwice, null],
};

describe.each(cases)('%s, %s, sampled today', (id, variant, example) => {
  it('a laboratory record of each method, sampled today, stores the result that the rules in force today give', async () => {
    const [problem, text] = changed[id] ?? [null, example[4]];
    expect(await outcomeOf(bench, example, variant)).toEqual([problem, text, problem ? null : example[5]]);
  });
});
