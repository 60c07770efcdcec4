import { curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import type { LabRow } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { methods } from '@contract/features/laboratory/methods/methodCatalogue';
import type { Variant } from '@contract/features/laboratory/methods/methodDefinition';
import { layoutOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer } from '@contract/wire';
import type { examples } from '../contract/methods/examples';
import type { LabRows } from './labRows';
import type { TestServer } from './server';

export type Example = (typeof examples)[number];

export const variantsOf = (method: MethodKey): Variant[] =>
  methods.some(({ key, prefix }) => key === method && 'incoming' in prefix) ? ['ordinary', 'incoming'] : ['ordinary'];

const text = (value: LabRow['volume']): string | null => (value === null || value === undefined ? null : String(value));

/** What the records of a test file share: who tests, where, and by what. */
export interface Bench {
  readonly server: TestServer;
  readonly lab: LabRows;
  readonly analyst: { readonly id: number; readonly token: string };
  readonly project: { readonly id: number; readonly code: string };
  /** When the samples were taken, or received from a client; without it today's rules apply. */
  readonly samplingDay?: { readonly id: number; readonly sampledOn: string };
}

/**
 * Creates a record of an example, started from its task over the API; its method, item and curve are in the library.
 */
export async function recordOfExample(
  { server, lab, analyst, project, samplingDay }: Bench,
  [id, method, given, sample]: Example,
  variant: Variant,
): Promise<LabWork> {
  const of = `${id}${variant}${samplingDay?.sampledOn ?? ''}`;
  const name = given.layout === 'pcl3' ? `三氯化磷（${of}）` : `因素${of}`;
  const hazard = await lab.hazard(name);
  const layout = layoutOf(methodSheets[method], given.layout);
  const library = await lab.method(`方法${of}`, samplingDay ? null : 7, {
    methodKind: method,
    resultRoute: given.layout ?? null,
    blanksPerBatch: 0,
  });
  await lab.item(library, hazard, {
    lod: text(given.lod),
    lodUnit: given.curveUnit ?? layout.curveUnit ?? null,
    minConc: given.publishedMinimum ?? null,
  });
  const { curve } = given;
  if (curve) {
    const plain = {
      a: String(curve.a),
      b: String(curve.b),
      c: String(curve.c ?? '0'),
      low: String(curve.low),
      high: String(curve.high),
      zero: curve.zero === null || curve.zero === undefined ? null : String(curve.zero),
    };
    await lab.curve({
      method: library,
      hazard,
      methodKind: method,
      part: curvePartOf(layout.key),
      fit: curve.kind,
      unit: given.curveUnit ?? layout.curveUnit ?? 'μg/mL',
      basis: given.settings?.curveBasis ?? null,
      ...plain,
    });
  }
  if (given.tubes) {
    const series = await lab.curve({
      method: library,
      hazard,
      methodKind: method,
      unit: 'μg',
      a: null,
      b: null,
      r: null,
    });
    await lab.points(
      series.id,
      given.tubes.map((tube) => [String(tube), null]),
    );
  }
  await lab.authorise(analyst.id, library);
  const air = { volume: text(sample.volume), temperature: text(sample.temperature), pressure: text(sample.pressure) };
  const taken = samplingDay ? { samplingDay: samplingDay.id } : {};
  const received = samplingDay ? { checkedAt: new Date(`${samplingDay.sampledOn}T09:00:00+08:00`) } : {};
  const { id: task } = await lab.task(
    {
      project: project.id,
      hazard,
      hazardName: name,
      method: library,
      methodKind: method,
      analyst: analyst.id,
      variant,
    },
    variant === 'incoming'
      ? {
          volume: null,
          temperature: null,
          pressure: null,
          standardVolume: air.volume,
          clientSampleNo: `原样-${id}`,
          sampleForm: '活性炭管',
          ...received,
        }
      : { ...air, ...taken },
  );
  const {
    status,
    body,
    text: said,
  } = await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', {
    token: analyst.token,
    body: { tasks: [task] },
  });
  if (status !== 200) throw new Error(`${id} ${variant}: ${said}`);
  return (await server.ask<LabWork>('GET', `api/labSheet/work/${body.body?.id ?? 0}`, { token: analyst.token })).body;
}
